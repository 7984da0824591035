-- Whether what was sent arrived, which only the recipient knows.
ALTER TABLE "destination_health" ADD COLUMN "confirmed_at" TIMESTAMPTZ(3);

-- What was delivered so far was not asked about; it counts as it did before.
UPDATE "destination_health" SET "confirmed_at" = "last_delivered_at" WHERE "last_delivered_at" IS NOT NULL;
