"""Studies: records that people keep, and what they send to keep them."""
