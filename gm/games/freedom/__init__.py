"""The room of Freedom!, the siege of Messolonghi: rules, cards, order language and recorded steps."""
