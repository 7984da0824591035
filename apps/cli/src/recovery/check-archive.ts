/** Whether the archive of the embedded database can be restored: it is, into a folder that is removed afterwards, and what came back is checked. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  clusterBytes,
  fsck,
  loadKeys,
  planCheck,
  type RecoveryOutcome,
  type RecoveryPlan,
} from '@picket/server/commands';
import { withClient } from '@picket/server/database-connections';
import type pg from 'pg';
import { openPlatformAt } from '../local-platform.ts';
import { findAdminUrl } from '../postgres/embedded-postgres.ts';
import { archivePresent } from './archive-present.ts';
import { findLateShortage, findShortage, placeOfCheck, skipped, whileThereIsRoom } from './check-room.ts';
import { recoverCluster } from './recover-cluster.ts';

/** It needs little memory, nobody else connects, and it is deleted: nothing has to be on the disk. */
const SETTINGS = {
  shared_buffers: '32MB',
  max_connections: '10',
  max_wal_size: '512MB',
  work_mem: '4MB',
  maintenance_work_mem: '16MB',
  max_parallel_workers_per_gather: '0',
  autovacuum: 'off',
  fsync: 'off',
};

export interface ArchiveCheck {
  readonly dataDir: string;
  readonly backups: string;
  /** A new one, for the restored database. */
  readonly folder: string;
}

const failed = (why: string, reachedAt: number | null = null): RecoveryOutcome => ({
  result: 'FAILED',
  reachedAt,
  why,
});

/** Throws an Error with a sentence where it cannot be restored. Where the disk fills meanwhile, it is still being restored. */
export async function checkArchive(check: ArchiveCheck): Promise<RecoveryOutcome> {
  const { dataDir, backups, folder } = check;
  const adminUrl = findAdminUrl(dataDir);
  if (adminUrl === null) return skipped('the database does not run');
  const data = join(dataDir, 'postgres');
  const plan = await planCheck({ data, backups, encryptionKey: loadKeys(dataDir).encryption });
  if (plan.base.recipient !== null) return skipped('the archive is encrypted to a key that is not on this machine');
  const place = placeOfCheck(backups);
  const shortage = await findShortage(await clusterBytes(data), place);
  if (shortage !== null) return skipped(shortage);
  const readPresent = () => withClient(adminUrl, 'script', (client) => readMark(client, adminUrl));
  const before = await readPresent();
  if (!(await archivePresent(adminUrl))) return skipped('what was written last is not archived within two minutes');
  const { lastReport } = await readPresent();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // The sentry that reported last may have been removed meanwhile.
  const restoring = restore(check, plan, { at: before.at, lastReport: Math.min(before.lastReport, lastReport) });
  return whileThereIsRoom(restoring, { shortage: () => findLateShortage(place), onShort: skipped });
}

/** What a restored database must have. */
interface Mark {
  /** The database's clock when it was read. */
  readonly at: number;
  readonly lastReport: number;
}

/** Restores it, and checks what came back. */
async function restore({ dataDir, folder }: ArchiveCheck, plan: RecoveryPlan, before: Mark): Promise<RecoveryOutcome> {
  const recovered = await recoverCluster({
    plan,
    instant: null,
    dataDir,
    keysFile: join(dataDir, 'keys.json'),
    into: folder,
    identities: [],
    settings: SETTINGS,
  });
  try {
    const { reachedAt, lastReport } = await withClient(recovered.adminUrl, 'script', async (client) => ({
      reachedAt: await readReached(client),
      lastReport: (await readMark(client, recovered.adminUrl)).lastReport,
    }));
    if (reachedAt === null || reachedAt < before.at)
      return failed(
        `the restored database ends ${reachedAt === null ? `with the base backup ${plan.base.name}` : `at ${timeOf(reachedAt)}`}, and changes until ${timeOf(before.at)} were archived`,
        reachedAt,
      );
    if (lastReport < before.lastReport)
      return failed(
        `its newest report is of ${timeOf(lastReport)}, and one of ${timeOf(before.lastReport)} was stored`,
        reachedAt,
      );
    return await checkIntegrity(recovered.url, folder, reachedAt);
  } finally {
    recovered.stop();
  }
}

async function checkIntegrity(url: string, folder: string, reachedAt: number): Promise<RecoveryOutcome> {
  const { platform, close } = await openPlatformAt(url, folder);
  try {
    const violations = await fsck(platform);
    if (violations.length === 0) return { result: 'PASSED', reachedAt, why: null };
    const listed = violations.map(({ check, count, examples }) => `${check} (${count}): ${examples[0] ?? ''}`);
    return failed(`the restored data violates integrity checks: ${listed.join('; ')}`, reachedAt);
  } finally {
    await close();
  }
}

const timeOf = (at: number): string => new Date(at).toISOString();

/** The last change that recovery applied; null: none. */
async function readReached(client: pg.Client): Promise<number | null> {
  const { rows } = await client.query<{ at: Date | null }>('SELECT pg_last_xact_replay_timestamp() AS at');
  return rows[0]?.at?.getTime() ?? null;
}

/** `adminUrl`: of the server; the tables are in its database picket. */
async function readMark(client: pg.Client, adminUrl: string): Promise<Mark> {
  const clock = await client.query<{ at: Date }>('SELECT clock_timestamp() AS at');
  const lastReport = await withClient(adminUrl.replace(/\/postgres$/u, '/picket'), 'script', async (picket) => {
    const { rows } = await picket.query<{ at: Date | null }>('SELECT max(last_received_at) AS at FROM monitor_state');
    return rows[0]?.at?.getTime() ?? 0;
  });
  return { at: clock.rows[0]?.at.getTime() ?? 0, lastReport };
}
