-- What no organization has is of nobody.
DELETE FROM "usage_record" x WHERE NOT EXISTS (SELECT 1 FROM "tenant" t WHERE t."guid" = x."tenant_guid");
DELETE FROM "retention" x WHERE NOT EXISTS (SELECT 1 FROM "tenant" t WHERE t."guid" = x."tenant_guid");
DELETE FROM "outbound_destination" x WHERE NOT EXISTS (SELECT 1 FROM "tenant" t WHERE t."guid" = x."tenant_guid");
DELETE FROM "notification_rules" x WHERE NOT EXISTS (SELECT 1 FROM "tenant" t WHERE t."guid" = x."tenant_guid");
DELETE FROM "clip_hold" x WHERE NOT EXISTS (SELECT 1 FROM "tenant" t WHERE t."guid" = x."tenant_guid");
DELETE FROM "alert" x WHERE NOT EXISTS (SELECT 1 FROM "tenant" t WHERE t."guid" = x."tenant_guid");
DELETE FROM "message" x WHERE NOT EXISTS (SELECT 1 FROM "tenant" t WHERE t."guid" = x."tenant_guid");
