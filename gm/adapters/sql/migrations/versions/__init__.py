"""One module per step, named by its number; it never imports the tables, which move on."""
