-- Verdicts, causes and timeline codes take the names the API uses now.
UPDATE "alert" SET "verdict" = 'FALSE_ALARM' WHERE "verdict" = 'FALSE';
UPDATE "alert" SET "cause" = 'CONNECTIVITY' WHERE "cause" = 'CONTACT';
UPDATE "alert_step" SET "detail" = jsonb_set("detail", '{verdict}', '"FALSE_ALARM"')
 WHERE "code" = 'LABELLED' AND "detail" ->> 'verdict' = 'FALSE';
UPDATE "alert_step" SET "code" = CASE "code"
    WHEN 'LABELLED' THEN 'VERDICT_SET'
    WHEN 'ACK_LAPSED' THEN 'ACKNOWLEDGEMENT_EXPIRED'
    WHEN 'SNOOZE_OVER' THEN 'SNOOZE_ENDED'
    ELSE 'WEATHER_REPORTED' END
 WHERE "code" IN ('LABELLED', 'ACK_LAPSED', 'SNOOZE_OVER', 'WEATHER_SAID');

-- contract: no server uses the names of indexes
ALTER INDEX "alert_lapsing" RENAME TO "alert_acknowledgement_expiry";
