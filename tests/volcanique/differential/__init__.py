"""The rules package of Volcanique against the naive rules, in random games."""
