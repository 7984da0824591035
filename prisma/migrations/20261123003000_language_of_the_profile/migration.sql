-- Messages come in the language of the profile unless the notification preferences name one. English was the default before, and
-- nobody could choose it over another language of the profile.
UPDATE "notification_preference" SET "preferences" = "preferences" - 'language' WHERE "preferences" ->> 'language' = 'en';
