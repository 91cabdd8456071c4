"""The channels through which notices leave the site. The bell is none: it reads the notices themselves."""
