"""The first page, and how pages of the club are found: old addresses, and those for search engines."""
