"""Responsible play (R44): limits that people set themselves, time-outs, self-exclusion, and reality checks."""
