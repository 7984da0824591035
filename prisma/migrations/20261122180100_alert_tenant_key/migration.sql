-- As for locations, sentries and policies. Alone in its transaction: while the index is built, alerts can be read but not written,
-- and nothing else is locked.
CREATE UNIQUE INDEX "alert_tenant_guid_guid_key" ON "alert"("tenant_guid", "guid");
