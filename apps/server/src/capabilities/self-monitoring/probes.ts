/** What the health checks examine, as functions; tests replace them. */
import { statfs } from 'node:fs/promises';
import type { Millis } from '@picket/domain/time';
import type { Platform } from '../../platform/platform.ts';
import { getDatabaseTime } from './checks/health-check-store.ts';

/** This machine, and what is outside of it. */
export interface MachineProbes {
  /** Bytes free, and in all, where data is kept; null: unknown. */
  readonly disk: () => Promise<{ readonly free: number; readonly total: number } | null>;
  /** The database's clock, at this moment; null: unknown. */
  readonly databaseTime: () => Promise<Millis | null>;
  /** How far this machine's clock is off by the outside's; null: unknown. */
  readonly clockError: () => Promise<Millis | null>;
  /** Sends the heartbeat; returns the time of the service that received it. */
  readonly sendHeartbeat: (url: string) => Promise<Millis | null>;
}

/** Parts of this server process: each returns what is wrong with it as a sentence, null where nothing is. */
export interface ComponentProbes {
  /** Why reports cannot be stored. */
  readonly storage: () => Promise<string | null>;
  readonly backups: () => Promise<string | null>;
  /** Reports over MQTT; undefined: another server process knows. */
  readonly messages: () => string | null | undefined;
  /** Accounts of sentries at a managed broker; undefined: another server process knows. */
  readonly brokerAccounts: () => string | null | undefined;
}

export interface Probes extends MachineProbes, ComponentProbes {}

/** The clock's error is known from the first heartbeat on: its response carries the time of the service. */
export function createMachineProbes({ config, db, clock }: Platform): MachineProbes {
  let clockError: Millis | null = null;
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
    clockError: async () => clockError,
    sendHeartbeat: async (url) => {
      const response = await fetch(url, { signal: AbortSignal.timeout(10_000), redirect: 'follow' });
      await response.body?.cancel();
      const date = Date.parse(response.headers.get('date') ?? '');
      clockError = Number.isNaN(date) ? null : date - clock.now();
      return Number.isNaN(date) ? null : date;
    },
  };
}
