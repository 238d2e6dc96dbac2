"""The running server: its threads, its processes, its clockwork, and what it tells of itself."""
