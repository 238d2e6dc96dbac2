"""Results in the manner of others: the mail judges and the zines."""
