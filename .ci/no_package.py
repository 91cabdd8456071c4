"""The build backend of pyproject.toml: says why there is nothing to build."""

import sys

WHY = (
    "This is a site, not a package: there is nothing for pip to install. "
    "Run it from its checkout with `make run`, or see docs/operating.md for a server."
)


def refuse(*_arguments: object, **_options: object) -> str:
    sys.exit(WHY)


get_requires_for_build_wheel = get_requires_for_build_sdist = get_requires_for_build_editable = refuse
build_wheel = build_sdist = build_editable = refuse
