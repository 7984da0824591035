/**
 * `exceedsCause` of packages/domain/src/incidents.ts for statements: whether an alert notifies although people were notified of its
 * cause. `alert` and `cause` name rows of `alert`. The array has the lowest severity of each label.
 */
export const exceedsCauseIn = (alert: string, cause: string): string =>
  `(${alert}.severity > ${cause}.severity AND (${alert}.cause IS NOT NULL OR width_bucket(${alert}.severity::int, ARRAY[100, 200, 300]) <> width_bucket(${cause}.severity::int, ARRAY[100, 200, 300])))`;
