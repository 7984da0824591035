-- The assignee of an alert. The columns are empty at first, and so is the index: it is for the alerts assigned to one person.
ALTER TABLE "alert" ADD COLUMN     "assigned_at" TIMESTAMPTZ(3),
ADD COLUMN     "assigned_by_name" TEXT,
ADD COLUMN     "assigned_to" UUID,
ADD COLUMN     "assigned_to_name" TEXT;

CREATE INDEX "alert_assigned" ON "alert" ("tenant_guid", "assigned_to", "raised_at" DESC) WHERE "assigned_to" IS NOT NULL;
