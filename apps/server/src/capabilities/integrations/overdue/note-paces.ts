/** Stores how often adopted devices report: what is looked at each minute anyway, so that nothing is done with each report. */
import type { Sql } from '../../../platform/db/database.ts';
import { type ExpectedSensor, savePacesAllTenants } from './overdue-store.ts';
import { notePace } from './report-pace.ts';

/** Only what has changed. Several server processes store the same. */
export async function notePaces(sql: Sql, sensors: readonly ExpectedSensor[]): Promise<void> {
  const changed = sensors.flatMap(({ sentry, reportedAt, pace: before, expected }) => {
    const pace = reportedAt === null ? before : notePace(before, reportedAt, expected.gatewayBackAt);
    return pace === null || pace === before ? [] : [{ tenant: sentry.tenant, sentry: sentry.guid, pace }];
  });
  if (changed.length > 0) await savePacesAllTenants(sql, changed);
}
