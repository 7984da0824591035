-- Reads the tables while others read and write them.
ALTER TABLE "usage_record" VALIDATE CONSTRAINT "usage_record_tenant_guid_fkey";
ALTER TABLE "retention" VALIDATE CONSTRAINT "retention_tenant_guid_fkey";
ALTER TABLE "outbound_destination" VALIDATE CONSTRAINT "outbound_destination_tenant_guid_fkey";
ALTER TABLE "notification_rules" VALIDATE CONSTRAINT "notification_rules_tenant_guid_fkey";
ALTER TABLE "clip_hold" VALIDATE CONSTRAINT "clip_hold_tenant_guid_fkey";
ALTER TABLE "alert" VALIDATE CONSTRAINT "alert_tenant_guid_fkey";
ALTER TABLE "message" VALIDATE CONSTRAINT "message_tenant_guid_fkey";
