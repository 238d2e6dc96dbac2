"""Irish Freedom, by Dave Kershaw: one player fights two wars against an enemy that plays by rule.

He leads the Irish against the British, and then, if they sign the Treaty, the Free State against the
Republicans. The room never plays anything else, and knows nothing of mails, servers or clocks.
"""
