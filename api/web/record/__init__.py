"""The record page, and the links that let others record or watch."""
