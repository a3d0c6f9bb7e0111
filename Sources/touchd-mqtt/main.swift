import TouchdBroker

BrokerProgram.main()
