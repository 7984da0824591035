/** What the health checks examine, as functions; tests replace them. */
import { statfs } from 'node:fs/promises';
import type { Problem } from '@picket/domain/problems';
import type { Millis } from '@picket/domain/time';
import { CLOCK_TOLERANCE } from '../../platform/clock/clock-guard.ts';
import { sendOutbound } from '../../platform/outbound/outbound.ts';
import type { Platform } from '../../platform/platform.ts';
import type { HeartbeatTarget } from '../../platform/settings/installation-settings.ts';
import type { ThrottledSender } from '../ingest/index.ts';
import { getDatabaseTime } from './checks/health-check-store.ts';

const HEARTBEAT_TIMEOUT_MS = 10_000;

/** This machine, and what is outside of it. */
export interface MachineProbes {
  /** Bytes free, and in all, where data is kept; null: unknown. */
  readonly disk: () => Promise<{ readonly free: number; readonly total: number } | null>;
  /** The database's clock, at this moment; null: unknown. */
  readonly databaseTime: () => Promise<Millis | null>;
  /** How far this machine's clock is off by the outside's; null: unknown. */
  readonly clockError: () => Promise<Millis | null>;
  /** Sends the heartbeat; returns what the service that received it answered. Throws where nothing answered. */
  readonly sendHeartbeat: (target: HeartbeatTarget) => Promise<HeartbeatResponse>;
}

export interface HeartbeatResponse {
  readonly status: number;
  /** The time of the service; null: unknown. */
  readonly date: Millis | null;
}

/** Parts of this server process: each returns what is wrong with it, null where nothing is. */
export interface ComponentProbes {
  /** Why reports cannot be stored. */
  readonly storage: () => Promise<Problem | null>;
  readonly backups: () => Promise<Problem | null>;
  /** The archive of the database's WAL, from which any instant is restored. */
  readonly archive: () => Promise<Problem | null>;
  /** Checks that the archive can be restored. */
  readonly recovery: () => Promise<Problem | null>;
  /** Reports over MQTT; undefined: another server process knows. */
  readonly messages: () => Problem | null | undefined;
  /** Bytes free, and in all, where clips are kept; null: unknown, or without a limit. */
  readonly clipSpace: () => Promise<{ readonly free: number; readonly total: number } | null>;
  /** Accounts of sentries at a managed broker; undefined: another server process knows. */
  readonly brokerAccounts: () => Problem | null | undefined;
  /** Sentries and organizations that have been sending more than they may for some time, the worst first. */
  readonly throttledSenders: () => readonly ThrottledSender[];
}

export interface Probes extends MachineProbes, ComponentProbes {}

/**
 * The clock's error is known from the first heartbeat on: its response carries the time of the service. It stays as it is until the clock
 * is set, however long no further one is sent or answered.
 */
export function createMachineProbes({ config, db, clock, settings }: Platform): MachineProbes {
  /** `offset` changes when the clock is set, and only then. */
  let measured: { readonly error: Millis; readonly offset: Millis } | null = null;
  const offset = (): Millis => clock.now() - clock.steady();
  return {
    disk: async () => {
      try {
        const { bavail, bsize, blocks } = await statfs(config.dataDir);
        return { free: bavail * bsize, total: blocks * bsize };
      } catch {
        return null;
      }
    },
    databaseTime: () => getDatabaseTime(db.console),
    clockError: async () => {
      if (measured === null || settings.current().heartbeat === null) return null;
      return Math.abs(offset() - measured.offset) > CLOCK_TOLERANCE ? null : measured.error;
    },
    sendHeartbeat: async (target) => {
      const response = await requestHeartbeat(target, settings);
      measured = response.date === null ? null : { error: response.date - clock.now(), offset: offset() };
      return response;
    },
  };
}

/** The operator's own address is requested as it is; one that was entered in the browser through the outbound guard. */
async function requestHeartbeat(
  { managedBy, url }: HeartbeatTarget,
  settings: Platform['settings'],
): Promise<HeartbeatResponse> {
  if (managedBy === 'ENVIRONMENT') {
    const response = await fetch(url, { signal: AbortSignal.timeout(HEARTBEAT_TIMEOUT_MS), redirect: 'follow' });
    await response.body?.cancel();
    return { status: response.status, date: parseDate(response.headers.get('date')) };
  }
  const allowed = await settings.allowedHosts();
  const { status, date } = await sendOutbound({ url, method: 'GET' }, { allowed, deadlineMs: HEARTBEAT_TIMEOUT_MS });
  return { status, date: parseDate(date) };
}

function parseDate(header: string | null): Millis | null {
  const date = Date.parse(header ?? '');
  return Number.isNaN(date) ? null : date;
}
