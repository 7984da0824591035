-- The announcements that come with Picket, in the words of the console.
UPDATE "announcement" SET "text" = 'A fluid sensor that a sentry detects for the first time is announced on the location''s page: pair it or ignore it there.'
  WHERE "id" = 'pairing-in-place' AND "created_by_name" IS NULL;
UPDATE "announcement" SET "text" = 'Who changed what is watched, what it was before, and one click to revert it.'
  WHERE "id" = 'policy-change-auditing' AND "created_by_name" IS NULL;
