"""Webhooks: a POST to an address that the person named, for each notice of the selected kinds.

Each kind spells a message in a module of its own; the push server of a browser is called as a webhook is.
"""
