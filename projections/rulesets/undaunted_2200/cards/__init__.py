"""Cards before they are on the table: action keys, zones as multisets."""
