"""The only place that chooses adapters: settings in, services or a running server out.

A command needs the services alone, and imports no more than that; `serving` strings the server together.
"""
