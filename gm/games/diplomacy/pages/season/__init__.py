"""The report of a resolved season: its headline, results, the hat, and all that happened beside the orders."""
