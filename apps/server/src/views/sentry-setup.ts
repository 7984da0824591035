/** The read model of adding a sentry: the names in use, and what the new one has reported so far. */
import type { SetupOut } from '@picket/contracts/types';
import { formatInstant, holdMillis } from '@picket/domain/time';
import { administeredLocation } from '../capabilities/locations/index.ts';
import { countSimulatedSentries, MAX_SIMULATED_SENTRIES } from '../capabilities/simulated-sentries/index.ts';
import { newestReading } from '../capabilities/timeseries/index.ts';
import type { Sql } from '../platform/db/database.ts';
import { AppError } from '../platform/errors.ts';
import { contextOf } from '../platform/http/context.ts';
import type { AddRoute } from '../platform/http/routes.ts';
import type { Platform } from '../platform/platform.ts';

interface SentryRow {
  guid: string;
  name: string;
  model: string | null;
  interval: number;
  simulatedUntil: Date | null;
  activatedAt: Date | null;
  lastReceivedAt: Date | null;
}

interface ReadingRow {
  sensorMetricId: string;
  column: string;
  at: Date;
  value: number | null;
}

async function sentriesAt(sql: Sql, tenant: string, location: string): Promise<readonly SentryRow[]> {
  const { rows } = await sql.query<SentryRow & { [name: string]: unknown }>(
    `SELECT s.guid, s.name, s.model, s.report_interval_seconds AS interval, s.simulated_until AS "simulatedUntil",
            s.activated_at AS "activatedAt", m.last_received_at AS "lastReceivedAt"
       FROM sentry s LEFT JOIN monitor_state m ON m.tenant_guid = s.tenant_guid AND m.sentry_guid = s.guid
      WHERE s.tenant_guid = $1::uuid AND s.location_guid = $2::uuid AND s.removed_at IS NULL ORDER BY s.name_key`,
    [tenant, location],
  );
  return rows;
}

async function latestReadings(sql: Sql, tenant: string, sentry: string): Promise<readonly ReadingRow[]> {
  const { rows } = await sql.query<ReadingRow & { [name: string]: unknown }>(
    `SELECT x.sensor_metric_id AS "sensorMetricId", x.column_name AS "column", n.at, n.value
       FROM series x CROSS JOIN ${newestReading('$1::uuid', 'x.id')} n
      WHERE x.tenant_guid = $1::uuid AND x.sentry_guid = $2::uuid ORDER BY x.sensor_metric_id, x.column_name`,
    [tenant, sentry],
  );
  return rows;
}

const instant = (at: Date): string => formatInstant(at.getTime());

function toSentryOut(row: SentryRow, readings: readonly ReadingRow[]): NonNullable<SetupOut['sentry']> {
  const { guid, name, model, interval, simulatedUntil, activatedAt, lastReceivedAt } = row;
  // The activation itself counts as a sign that the device is online; what is asked for here is a report.
  const hasReported = lastReceivedAt !== null && activatedAt !== null && lastReceivedAt > activatedAt;
  return {
    guid,
    name,
    ...(model === null ? {} : { model }),
    ...(simulatedUntil === null ? {} : { simulatedUntil: instant(simulatedUntil) }),
    ...(activatedAt === null ? {} : { activatedAt: instant(activatedAt) }),
    ...(hasReported || readings.length > 0 ? { lastReceivedAt: instant(lastReceivedAt ?? new Date(0)) } : {}),
    readings: readings.map(({ at, ...reading }) => ({
      ...reading,
      at: instant(at),
      holdSeconds: holdMillis(interval) / 1000,
    })),
  };
}

export function sentrySetupView(add: AddRoute, platform: Platform): void {
  add('GET /views/locations/{guid}/setup', async ({ actor, params, query }) => {
    const ctx = contextOf(platform, actor);
    const { guid, name } = await administeredLocation(ctx, params.guid);
    const sql = ctx.db.console;
    const [sentries, simulated] = await Promise.all([
      sentriesAt(sql, actor.tenant, guid),
      countSimulatedSentries(sql, actor.tenant),
    ]);
    const own = sentries.find((one) => one.guid === query.sentry);
    if (query.sentry !== undefined && own === undefined) throw new AppError('notFound');
    return {
      location: { guid, name },
      sentryNames: sentries.map((one) => one.name),
      ...(ctx.config.simulatedSentries ? { simulationsLeft: Math.max(0, MAX_SIMULATED_SENTRIES - simulated) } : {}),
      ...(own === undefined ? {} : { sentry: toSentryOut(own, await latestReadings(sql, actor.tenant, own.guid)) }),
    };
  });
}
