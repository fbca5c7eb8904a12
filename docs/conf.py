"""Sphinx settings."""

project = "Ludarium"
author = "The Ludarium founders"
copyright = "2026, The Ludarium founders"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
html_theme = "furo"
html_title = "Ludarium"
myst_heading_anchors = 3
myst_enable_extensions = ["colon_fence"]
autodoc_typehints = "description"
autodoc_member_order = "bysource"
exclude_patterns = ["_build"]
