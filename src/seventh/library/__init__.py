"""The public API behind `import seventh`; its names are imported from these modules on first use."""
