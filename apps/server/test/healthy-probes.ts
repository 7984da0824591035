/** What self-monitoring finds in tests unless they say otherwise. */
import type { Probes } from '../src/capabilities/self-monitoring/index.ts';

/** A machine with which all is well. */
export const HEALTHY_PROBES: Probes = {
  disk: async () => ({ free: 50 * 1024 ** 3, total: 100 * 1024 ** 3 }),
  clipSpace: async () => ({ free: 50 * 1024 ** 3, total: 100 * 1024 ** 3 }),
  databaseTime: async () => null,
  clockError: async () => 0,
  storage: async () => null,
  backups: async () => null,
  archive: async () => null,
  recovery: async () => null,
  messages: () => null,
  brokerAccounts: () => null,
  throttledSenders: () => [],
  sendHeartbeat: async () => ({ status: 200, date: null }),
};
