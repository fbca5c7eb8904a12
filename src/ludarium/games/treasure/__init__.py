"""Treasure: a hunt by deduction.

A pirate hid a treasure; his hints may be lies. Find it before he walks to it.
"""
