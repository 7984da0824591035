-- New rows are checked from here on; the existing ones in the next migration, under a lock that hinders nobody.
ALTER TABLE "usage_record" ADD CONSTRAINT "usage_record_tenant_guid_fkey" FOREIGN KEY ("tenant_guid") REFERENCES "tenant"("guid") ON DELETE CASCADE NOT VALID;
ALTER TABLE "retention" ADD CONSTRAINT "retention_tenant_guid_fkey" FOREIGN KEY ("tenant_guid") REFERENCES "tenant"("guid") ON DELETE CASCADE NOT VALID;
ALTER TABLE "outbound_destination" ADD CONSTRAINT "outbound_destination_tenant_guid_fkey" FOREIGN KEY ("tenant_guid") REFERENCES "tenant"("guid") ON DELETE CASCADE NOT VALID;
ALTER TABLE "notification_rules" ADD CONSTRAINT "notification_rules_tenant_guid_fkey" FOREIGN KEY ("tenant_guid") REFERENCES "tenant"("guid") ON DELETE CASCADE NOT VALID;
ALTER TABLE "clip_hold" ADD CONSTRAINT "clip_hold_tenant_guid_fkey" FOREIGN KEY ("tenant_guid") REFERENCES "tenant"("guid") ON DELETE CASCADE NOT VALID;
ALTER TABLE "alert" ADD CONSTRAINT "alert_tenant_guid_fkey" FOREIGN KEY ("tenant_guid") REFERENCES "tenant"("guid") ON DELETE CASCADE NOT VALID;
ALTER TABLE "message" ADD CONSTRAINT "message_tenant_guid_fkey" FOREIGN KEY ("tenant_guid") REFERENCES "tenant"("guid") ON DELETE CASCADE NOT VALID;
