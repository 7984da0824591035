-- Left behind by locations that were deleted with removed sentries: nothing could read, pack or drop them.
DELETE FROM "reading" r WHERE NOT EXISTS (SELECT 1 FROM "series" s WHERE s."id" = r."series_id");
