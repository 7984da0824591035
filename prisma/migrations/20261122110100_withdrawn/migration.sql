-- AlterTable
ALTER TABLE "alert" ADD COLUMN     "withdrawn" BOOLEAN NOT NULL DEFAULT false;

-- Until now one mark stood for both, and the timeline said which: the newest correction took the raising itself back. An alert
-- that is open again since is none of them.
UPDATE "alert" a
   SET "withdrawn" = true,
       "corrected" = EXISTS (SELECT 1 FROM "alert_step" s WHERE s."alert_guid" = a."guid" AND s."code" = 'CORRECTED'
                                AND s."detail"->>'what' <> 'RAISED')
  FROM (SELECT DISTINCT ON (s."alert_guid") s."alert_guid", s."detail"->>'what' AS "what"
          FROM "alert_step" s WHERE s."code" = 'CORRECTED' ORDER BY s."alert_guid", s."id" DESC) newest
 WHERE newest."alert_guid" = a."guid" AND newest."what" = 'RAISED' AND a."state" <> 'OPEN';

UPDATE "alert_step" SET "code" = 'WITHDRAWN', "detail" = '{}' WHERE "code" = 'CORRECTED' AND "detail"->>'what' = 'RAISED';
