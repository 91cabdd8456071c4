"""Serves the site: python -m taluva_site.server --port 8000 --processes 2."""

from taluva_site.server.run import main

main()
