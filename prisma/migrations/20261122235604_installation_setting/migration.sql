-- CreateTable
CREATE TABLE "installation_setting" (
    "name" TEXT NOT NULL,
    "content" BYTEA NOT NULL,
    "changed_by_name" TEXT NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "installation_setting_pkey" PRIMARY KEY ("name"),
    CONSTRAINT "installation_setting_name" CHECK (name IN ('mail', 'heartbeat'))
);
