-- What a system alert says is stored as facts beside its English message: people read it in their own language.
ALTER TABLE "alert" ADD COLUMN "problem" JSONB;
