-- Nothing refers to a sentry by its guid alone any more. That still finds one, by an index that refuses nothing (decision 77).
CREATE INDEX "sentry_guid_idx" ON "sentry"("guid");
