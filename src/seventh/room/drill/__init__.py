"""Drills: questions whose answers the rules and the mathematics know, weighted by what a person gets wrong."""
