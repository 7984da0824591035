/** Statements that find or join rows of an organization by a guid alone. The list only shrinks: an entry that is not needed any more fails. */
import type { Exception } from '../../tests/architecture/exception.ts';

const SERVER = 'apps/server/src';
const CAPABILITIES = `${SERVER}/capabilities`;

const byGuid = (path: string, names: readonly string[]): readonly Exception[] =>
  names.map((name) => ({ where: `${path}: ${name}`, reason: 'by a guid alone' }));

export const NOT_JOINED_YET: readonly Exception[] = [
  ...byGuid(`${CAPABILITIES}/alerts/acknowledgement/acknowledgement-store.ts`, ['endExpiredAllTenants']),
  ...byGuid(`${CAPABILITIES}/alerts/do-not-disturb/muted-alert-store.ts`, ['lockAlertsToUnmuteAllTenants']),
  {
    where: `${CAPABILITIES}/timeseries/chunk-store.ts: listChunks`,
    reason: 'picket fsck goes through all of them, by the numbers of series',
  },
  {
    where: `${SERVER}/views/run-integrity-checks.ts: createChecks`,
    reason: 'by a guid alone, as some look for a reference that leads to another organization',
  },
];
