/** The newest reading of a series, for statements that list series. */

/**
 * No reading is later than this: a minute (FUTURE_LIMIT), and what the clocks of server and database differ by. With a day, the partition of
 * tomorrow, which is empty, was looked at as well: of 10,000 series that was two fifths of the time. It still is in the last hour of the day.
 */
const LATEST = "now() + interval '1 hour'";

/**
 * A `LATERAL` query with `at` and `value`: one row, or none. Today's partition is looked at first, as it nearly always has one; else the
 * newest of the others, and of the packed days. It is part of the statement, not a function of the database: a database that is
 * distributed by organization cannot look into a function.
 *
 * @param tenant SQL of the organization, a value that travels with the statement, so that each part goes to one place.
 * @param series SQL of the number of the series; its table is not named r, c, e or n, as those here are.
 */
export const newestReading = (tenant: string, series: string): string => {
  const rows = `FROM reading r WHERE r.tenant_guid = ${tenant} AND r.series_id = ${series}`;
  return `LATERAL (SELECT n.at, n.value FROM (
    (SELECT r.at, r.value ${rows} AND r.at >= date_trunc('day', now(), 'UTC') AND r.at < ${LATEST} ORDER BY r.at DESC LIMIT 1)
    UNION ALL
    (SELECT e.at, e.value FROM (
      (SELECT r.at, r.value ${rows} ORDER BY r.at DESC LIMIT 1)
      UNION ALL
      (SELECT c.last_at, c.last_value FROM reading_chunk c
        WHERE c.tenant_guid = ${tenant} AND c.series_id = ${series} ORDER BY c.day DESC LIMIT 1)) e
      ORDER BY e.at DESC LIMIT 1)) n
    LIMIT 1)`;
};

/**
 * A `LATERAL` query with `at` and `value` of the newest packed reading of a series: one row, or none. For statements of all
 * organizations, where the organization is a column; beside it they look for the newest row.
 */
export const newestPackedReading = (tenant: string, series: string): string =>
  `LATERAL (SELECT c.last_at AS at, c.last_value AS value FROM reading_chunk c
    WHERE c.tenant_guid = ${tenant} AND c.series_id = ${series} ORDER BY c.day DESC LIMIT 1)`;
