-- What filled tables, built their indexes and validated their constraints in parts has done so.
DROP FUNCTION "fill_tenant_slice"(regclass, text, text, text, text);
DROP FUNCTION "build_index_slice"(regclass, text, text, text);
DROP FUNCTION "validate_slice"(regclass, text, text);
