"""A process that is none of ours: its first words are other ones."""

print("Welcome to this computer. You have no new mail.", flush=True)
