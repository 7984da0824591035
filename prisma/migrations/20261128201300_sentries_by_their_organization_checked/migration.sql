-- contract: no server names this key in ON CONFLICT, and no reference needs it
ALTER TABLE "sentry" DROP CONSTRAINT "sentry_pkey",
  ADD CONSTRAINT "sentry_pkey" PRIMARY KEY USING INDEX "sentry_tenant_guid_guid_key";
