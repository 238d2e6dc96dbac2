"""The store on SQLite and on PostgreSQL: the only place that knows the database libraries."""
