"""What stands beside orders in a mail: words that take back, doubt, correct, deny or offer a choice."""
