-- AlterTable
ALTER TABLE "sentry" ADD COLUMN     "simulated_until" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "simulated_sentry" (
    "sentry_guid" UUID NOT NULL,
    "tenant_guid" UUID NOT NULL,
    "seed" INTEGER NOT NULL,
    "created_by" TEXT NOT NULL,
    "next_report_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "simulated_sentry_pkey" PRIMARY KEY ("sentry_guid")
);

-- CreateTable
CREATE TABLE "get_started" (
    "tenant_guid" UUID NOT NULL,
    "not_needed" TEXT[],
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "get_started_pkey" PRIMARY KEY ("tenant_guid")
);

-- CreateIndex
CREATE INDEX "simulated_sentry_next_report_at_idx" ON "simulated_sentry"("next_report_at");

-- CreateIndex
CREATE UNIQUE INDEX "simulated_sentry_tenant_guid_sentry_guid_key" ON "simulated_sentry"("tenant_guid", "sentry_guid");

-- AddForeignKey
ALTER TABLE "simulated_sentry" ADD CONSTRAINT "simulated_sentry_tenant_guid_sentry_guid_fkey" FOREIGN KEY ("tenant_guid", "sentry_guid") REFERENCES "sentry"("tenant_guid", "guid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "get_started" ADD CONSTRAINT "get_started_tenant_guid_fkey" FOREIGN KEY ("tenant_guid") REFERENCES "tenant"("guid") ON DELETE CASCADE ON UPDATE CASCADE;
