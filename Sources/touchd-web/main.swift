import TouchdWeb

WebProgram.main()
