-- CreateTable
CREATE TABLE "source_test" (
    "tenant_guid" UUID NOT NULL,
    "guid" UUID NOT NULL,
    "reader_guid" UUID NOT NULL,
    "settings" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "result" BYTEA,

    CONSTRAINT "source_test_pkey" PRIMARY KEY ("tenant_guid","guid")
);

-- AddForeignKey
ALTER TABLE "source_test" ADD CONSTRAINT "source_test_tenant_guid_reader_guid_fkey" FOREIGN KEY ("tenant_guid", "reader_guid") REFERENCES "sentry"("tenant_guid", "guid") ON DELETE CASCADE ON UPDATE NO ACTION;
