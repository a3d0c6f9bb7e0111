// The project's own test rigs.
