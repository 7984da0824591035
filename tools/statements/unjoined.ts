/** Statements that find or join rows of an organization by a guid alone. The list only shrinks: an entry that is not needed any more fails. */
import type { Exception } from '../../tests/architecture/exception.ts';

const SERVER = 'apps/server/src';
const CAPABILITIES = `${SERVER}/capabilities`;

export const NOT_JOINED_YET: readonly Exception[] = [
  {
    where: `${CAPABILITIES}/timeseries/chunk-store.ts: listChunks`,
    reason: 'picket fsck goes through all of them, by the numbers of series',
  },
  {
    where: `${SERVER}/views/run-integrity-checks.ts: createChecks`,
    reason: 'by a guid alone, as some look for a reference that leads to another organization',
  },
];
