-- CreateTable
CREATE TABLE "camera_mask_revision" (
    "tenant_guid" UUID NOT NULL,
    "sentry_guid" UUID NOT NULL,
    "revision" INTEGER NOT NULL,
    "rows" SMALLINT NOT NULL,
    "columns" SMALLINT NOT NULL,
    "cells" JSONB NOT NULL,
    "changed_by_name" TEXT NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "camera_mask_revision_pkey" PRIMARY KEY ("tenant_guid","sentry_guid","revision")
);

-- AddForeignKey
ALTER TABLE "camera_mask_revision" ADD CONSTRAINT "camera_mask_revision_tenant_guid_sentry_guid_fkey" FOREIGN KEY ("tenant_guid", "sentry_guid") REFERENCES "sentry"("tenant_guid", "guid") ON DELETE CASCADE ON UPDATE CASCADE;

-- What is in force is the first revision that is known.
INSERT INTO "camera_mask_revision" ("tenant_guid", "sentry_guid", "revision", "rows", "columns", "cells", "changed_by_name", "starts_at")
SELECT "tenant_guid", "sentry_guid", "revision", "rows", "columns", "cells", "changed_by_name", "last_update_ts" FROM "camera_mask";
