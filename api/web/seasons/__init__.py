"""The pages of a season: table and fixtures, forms, dashboards."""
