"""The steps from one version of the database to the next.

Each file under `versions` is one step; none is ever changed once it has been released.
"""

HEAD = "0012"
"""The version of a database that this program reads; a test holds it to the newest step."""
