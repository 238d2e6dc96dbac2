"""What a game has been through, and what its open phase comes to: draws, stages, what its GM decided.

It is read here and told in words of the records. Nothing is mailed, and nothing goes on.
"""
