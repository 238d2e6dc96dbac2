"""The lines of packets, to orders and back."""
