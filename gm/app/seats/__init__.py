"""Who plays: joining, allocation, offers, the bench, leaving and coming back."""
