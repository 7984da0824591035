-- CreateIndex
CREATE INDEX "live_event_tenant_guid_xid_id_idx" ON "live_event"("tenant_guid", "xid", "id");
