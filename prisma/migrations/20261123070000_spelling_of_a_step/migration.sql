-- One spelling for what is canceled, in the names of the timeline as well.
UPDATE "alert_step" SET "code" = 'EXIT_CANCELED' WHERE "code" = 'EXIT_CANCELLED';
