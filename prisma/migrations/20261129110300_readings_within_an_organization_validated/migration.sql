-- Partitions are validated already; here the rest is.
ALTER TABLE "reading" VALIDATE CONSTRAINT "reading_has_tenant";

DROP FUNCTION "fill_readings_slice"(text);
DROP FUNCTION "index_readings_slice"(text, text, text, boolean, text);
DROP FUNCTION "validate_readings_slice"(text);
