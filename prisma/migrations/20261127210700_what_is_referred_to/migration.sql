-- What no organization, or no alert, has is of nobody.
DELETE FROM "delivery" x WHERE NOT EXISTS (SELECT 1 FROM "alert" a WHERE a."tenant_guid" = x."tenant_guid" AND a."guid" = x."alert_guid");
DELETE FROM "destination" x WHERE NOT EXISTS (SELECT 1 FROM "tenant" t WHERE t."guid" = x."tenant_guid");
DELETE FROM "destination_health" x WHERE NOT EXISTS (SELECT 1 FROM "tenant" t WHERE t."guid" = x."tenant_guid");
DELETE FROM "notification_preference" x WHERE NOT EXISTS (SELECT 1 FROM "tenant" t WHERE t."guid" = x."tenant_guid");
DELETE FROM "feedback" x WHERE NOT EXISTS (SELECT 1 FROM "tenant" t WHERE t."guid" = x."tenant_guid");
