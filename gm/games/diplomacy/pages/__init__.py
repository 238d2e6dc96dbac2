"""Events and positions of Diplomacy in, pages of mails and of the archive out."""
