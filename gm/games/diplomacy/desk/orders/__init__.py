"""Orders as Diplomacy has them: questions about them, gifts, walks, what they will lead to."""
