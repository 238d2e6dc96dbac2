"""When things happen: phases opened, deadlines and what moves or holds them, outages.

No deadline is moved earlier here but by the word of a GM.
"""
