SELECT * FROM "validate_readings_slice"($1);
