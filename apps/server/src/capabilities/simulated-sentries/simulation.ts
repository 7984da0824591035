/**
 * The job that reports for simulated sentries. Each report is claimed as a row, so that one of several processes makes it; what
 * is due and when it ends stands in the database, so that a restart changes nothing.
 */
import { SYSTEM_ACTORS } from '@picket/domain/actors';
import type { Disturbance } from '@picket/domain/room-model';
import { roomReadings } from '@picket/domain/room-model';
import { disturbanceAt } from '@picket/domain/scenario-scripts';
import { DEMO_SCENARIOS } from '@picket/domain/scenario-table';
import { formatInstant, type Millis } from '@picket/domain/time';
import { partsOf, tenantsOf } from '../../platform/db/placement.ts';
import { AppError } from '../../platform/errors.ts';
import { contextOf } from '../../platform/http/context.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AuditActor } from '../audit/index.ts';
import { type Ingest, ingestReport } from '../ingest/index.ts';
import { findSentry, type OnSentryChanged, takeOutOfService } from '../sentries/index.ts';
import { findScenarios, type ScenarioRow } from './scenario-store.ts';
import { simulatedRoom } from './simulated-room.ts';
import {
  claimDueReports,
  type DueReport,
  deleteSimulation,
  type EndedSimulation,
  endedSimulationsAllTenants,
  listDueReportsAllTenants,
  scheduleReports,
} from './simulated-sentry-store.ts';
import { SCENARIO_INTERVAL_MS } from './simulation-limits.ts';

export interface Simulation {
  /** Ends the simulations whose time is over, then makes the reports that are due; returns how many. */
  run(): Promise<number>;
}

/** The audit actor of the end of a simulation. */
const SIMULATION: AuditActor = { kind: 'SYSTEM', guid: null, name: SYSTEM_ACTORS.simulation, address: null };

/** Of one run. */
const MAX_REPORTS = 50;
/** Between two thermal pictures while nothing is played. */
const FRAME_INTERVAL_MS = 60_000;

export function createSimulation(platform: Platform, ingest: Ingest, changed: OnSentryChanged): Simulation {
  const { db, clock, config } = platform;
  return {
    run: async () => {
      const at = new Date(clock.now());
      const ended = await endedSimulationsAllTenants(db.console, at, !config.simulatedSentries);
      for (const simulation of ended) await endSimulation(platform, simulation, changed);
      const due: DueReport[] = [];
      for (const part of partsOf(db, await listDueReportsAllTenants(db.console, at, MAX_REPORTS)))
        due.push(...(await claimDueReports(db.console, tenantsOf(part), at, MAX_REPORTS)));
      await Promise.all(due.map((one) => reportFor(platform, ingest, one, at.getTime())));
      return due.length;
    },
  };
}

/** Removes the sentry, as a person does: its alerts end, its history stays. */
async function endSimulation(
  platform: Platform,
  { tenant, sentry, isInstalled }: EndedSimulation,
  changed: OnSentryChanged,
): Promise<void> {
  await platform.db.inTx(async (tx) => {
    if (!(await deleteSimulation(tx.sql, tenant, sentry)) || !isInstalled) return;
    const row = await findSentry(tx.prisma, tenant, sentry);
    if (row !== null) await takeOutOfService(platform, tx, row, SIMULATION, changed);
  });
  platform.pubSub.notify();
}

async function reportFor(platform: Platform, ingest: Ingest, { sentry, seed }: DueReport, now: Millis): Promise<void> {
  const { guid, tenant, reportIntervalSeconds } = sentry;
  const [scenario] = await findScenarios(platform.db.ofTenant(tenant).prisma, tenant, [guid]);
  const playing = scenario !== undefined && isPlaying(scenario, now) ? scenario : null;
  if (playing !== null)
    await scheduleReports(platform.db.ofTenant(tenant).console, tenant, [guid], new Date(now + SCENARIO_INTERVAL_MS));
  const disturbance: Disturbance | null =
    playing === null ? {} : disturbanceAt(playing.name, (now - playing.startsAt.getTime()) / 1000);
  if (disturbance === null) return;
  const withFrame = playing !== null || now % FRAME_INTERVAL_MS < reportIntervalSeconds * 1000;
  const readings = roomReadings(simulatedRoom(seed), now, disturbance, withFrame).map(({ at, ...reading }) => ({
    ...reading,
    at: formatInstant(at),
  }));
  try {
    await ingestReport(contextOf(platform, sentry), ingest, { sentAt: formatInstant(now), readings });
  } catch (error) {
    // As a device would, it reports again after its interval.
    if (!(error instanceof AppError)) throw error;
    platform.log.debug({ sentry: guid, code: error.code }, 'report of a simulated sentry rejected');
  }
}

const isPlaying = ({ name, startsAt }: ScenarioRow, now: Millis): boolean =>
  now < startsAt.getTime() + DEMO_SCENARIOS[name].seconds * 1000;
