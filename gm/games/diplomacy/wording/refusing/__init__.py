"""Why an order is refused, said to its writer at once: in a receipt, with what would be right."""
