"""The whole installation as Parquet files, for DuckDB or a warehouse."""
