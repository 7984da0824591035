-- Each second it is asked at which locations the cameras went on or off: what is over is kept, and all of it was read.
CREATE INDEX IF NOT EXISTS "camera_off_period_starts_at_idx" ON "camera_off_period"("starts_at");
CREATE INDEX IF NOT EXISTS "camera_off_period_ends_at_idx" ON "camera_off_period"("ends_at");
