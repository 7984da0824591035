/** The only file that reads and writes device networks and demo scenarios. */
import { NetworkReport, NetworkSettings } from '@picket/contracts/network';
import { DEMO_SCENARIO_NAMES, type DemoScenarioName } from '@picket/domain/scenario-table';
import type { z } from 'zod';
import type { Prisma, Sql } from '../../../platform/db/database.ts';

export interface NetworkRow {
  readonly revision: number;
  readonly settings: z.output<typeof NetworkSettings>;
  readonly wifiPassword: Uint8Array | null;
  readonly changedBy: string | null;
  readonly lastUpdateTs: Date;
  readonly report: (z.output<typeof NetworkReport> & { readonly at: Date }) | null;
}

export async function findNetwork(prisma: Prisma, sentryGuid: string): Promise<NetworkRow | null> {
  const row = await prisma.sentryNetwork.findUnique({ where: { sentryGuid } });
  if (row === null) return null;
  return {
    revision: row.revision,
    settings: NetworkSettings.parse(row.settings),
    wifiPassword: row.wifiPassword,
    changedBy: row.changedBy,
    lastUpdateTs: row.lastUpdateTs,
    report:
      row.report === null || row.reportedAt === null
        ? null
        : { ...NetworkReport.parse(row.report), at: row.reportedAt },
  };
}

export interface NewNetwork {
  readonly settings: z.output<typeof NetworkSettings>;
  readonly wifiPassword: Buffer | null;
  readonly changedBy: string;
  readonly at: Date;
}

/** Writes the settings as the next revision if they are still as they were loaded; false if another change came first. */
export async function saveNetwork(
  prisma: Prisma,
  sentryGuid: string,
  current: number | null,
  { settings, wifiPassword, changedBy, at }: NewNetwork,
): Promise<boolean> {
  const data = {
    revision: (current ?? 0) + 1,
    settings: structuredClone(settings) as object,
    wifiPassword: wifiPassword === null ? null : new Uint8Array(wifiPassword),
    changedBy,
    lastUpdateTs: at,
  };
  if (current === null) {
    const { count } = await prisma.sentryNetwork.createMany({ data: [{ sentryGuid, ...data }], skipDuplicates: true });
    return count === 1;
  }
  const { count } = await prisma.sentryNetwork.updateMany({ where: { sentryGuid, revision: current }, data });
  return count === 1;
}

/** Stores the report of a device, also where no settings exist. */
export async function saveNetworkReport(
  prisma: Prisma,
  sentryGuid: string,
  report: z.output<typeof NetworkReport>,
  at: Date,
): Promise<void> {
  const data = { report: structuredClone(report) as object, reportedAt: at };
  await prisma.sentryNetwork.upsert({
    where: { sentryGuid },
    create: { sentryGuid, ...data, lastUpdateTs: at },
    update: data,
  });
}

export interface ScenarioRow {
  readonly sentry: string;
  readonly name: DemoScenarioName;
  readonly startsAt: Date;
}

export async function findScenarios(prisma: Prisma, sentries: readonly string[]): Promise<readonly ScenarioRow[]> {
  const rows = await prisma.demoScenario.findMany({ where: { sentryGuid: { in: [...sentries] } } });
  return rows.flatMap(({ sentryGuid, name, startsAt }) => {
    const known = DEMO_SCENARIO_NAMES.find((one) => one === name);
    return known === undefined ? [] : [{ sentry: sentryGuid, name: known, startsAt }];
  });
}

/** `name` null: reset to normal. */
export async function setScenario(
  sql: Sql,
  sentries: readonly string[],
  name: DemoScenarioName | null,
  by: string,
  at: Date,
): Promise<void> {
  await sql.query('DELETE FROM demo_scenario WHERE sentry_guid = ANY($1::uuid[])', [sentries]);
  if (name === null) return;
  await sql.query(
    `INSERT INTO demo_scenario (sentry_guid, name, starts_at, created_by) SELECT *, $2, $3::timestamptz, $4 FROM unnest($1::uuid[])`,
    [sentries, name, at, by],
  );
}

/** The simulated sentries of a location, by name. */
export async function listSimulatedSentries(
  prisma: Prisma,
  locationGuid: string,
  model: string,
): Promise<readonly { readonly guid: string; readonly name: string }[]> {
  return prisma.sentry.findMany({
    where: { locationGuid, model, removedAt: null },
    orderBy: { nameKey: 'asc' },
    select: { guid: true, name: true },
  });
}

export async function isDemoTenant(prisma: Prisma, guid: string): Promise<boolean> {
  return (await prisma.tenant.count({ where: { guid, demo: true } })) === 1;
}
