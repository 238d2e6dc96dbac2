"""What players read of The Triumphs of Turlough."""
