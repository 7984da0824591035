/**
 * An instant just after the one in a column, as SQL: a version that is later than the one before. Adding an interval to an instant
 * depends on the time zone of the session, which a distributed database does not accept in what it writes; in UTC it does not.
 *
 * @param column Of instants; NULL stays NULL.
 */
export const laterThan = (column: string): string =>
  `(${column} AT TIME ZONE 'UTC' + interval '1 ms') AT TIME ZONE 'UTC'`;
