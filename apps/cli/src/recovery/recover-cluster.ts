/** A Postgres of its own that is recovered from the archive to an instant, in a new data folder. */
import { chownSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileDurably } from '@picket/files';
import { type RecoveryPlan, unpackPlan } from '@picket/server/commands';
import { type EmbeddedPostgres, startPostgres } from '../postgres/embedded-postgres.ts';
import { PostgresError } from '../postgres/postgres-error.ts';
import type { Identity } from '../postgres/postgres-user.ts';

const PROGRAM = join(import.meta.dirname, '../fetch-wal.ts');
/** A day of WAL takes minutes. */
const RECOVERED_WITHIN_MS = 24 * 3_600_000;
/** Of its log, in an error. */
const LOG_LINES = 12;

export interface Recovery {
  readonly plan: RecoveryPlan;
  /** null: as far as the archive reaches. */
  readonly instant: number | null;
  /** The present data folder; its passwords are copied. */
  readonly dataDir: string;
  /** Copied as well. */
  readonly keysFile: string;
  /** The new one. */
  readonly into: string;
  readonly identities: readonly string[];
  /** Of Postgres, instead of its own. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Returns the recovered Postgres, which runs, as the primary of a timeline of its own. Throws a PostgresError or a BackupError. */
export async function recoverCluster(recovery: Recovery): Promise<EmbeddedPostgres> {
  const { plan, dataDir, keysFile, into, identities } = recovery;
  const data = join(into, 'postgres');
  await unpackPlan(plan, data, identities);
  writeFileDurably(join(into, 'postgres.json'), readFileSync(join(dataDir, 'postgres.json')), 0o600);
  writeFileDurably(join(into, 'keys.json'), readFileSync(keysFile), 0o600);
  writeFileSync(join(data, 'recovery.signal'), '', { mode: 0o600 });
  const settingsFile = join(into, 'recovery.json');
  writeFileSync(settingsFile, JSON.stringify({ ...plan.fetch, identities }), { mode: 0o600 });
  try {
    return await startPostgres(into, null, {}, (_data, identity) => recoverySettings(recovery, settingsFile, identity));
  } catch (error) {
    const log = join(data, 'server.log');
    const lines = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').slice(-LOG_LINES) : [];
    throw new PostgresError([error instanceof Error ? error.message : String(error), ...lines].join('\n'));
  } finally {
    // It holds the identities, and only recovery reads it.
    rmSync(settingsFile, { force: true });
  }
}

function recoverySettings(
  { plan, instant, settings: more = {} }: Recovery,
  settingsFile: string,
  identity: Identity | null,
) {
  if (identity !== null) chownSync(settingsFile, identity.uid, identity.gid);
  const [node, program, file] = [process.execPath, PROGRAM, settingsFile].map(
    (part) => `"${part.replaceAll('%', '%%')}"`,
  );
  const settings = {
    archive_mode: 'off',
    // Connections are accepted once everything up to the instant is back.
    hot_standby: 'off',
    restore_command: `${node} --disable-warning=ExperimentalWarning ${program} ${file} "%f" "%p"`,
    recovery_target_timeline: 'current',
    ...(instant === null ? {} : targetSettings(instant)),
    ...more,
  };
  const paths = [settingsFile, process.execPath, PROGRAM, plan.fetch.folder];
  return { settings, paths, startsWithinMs: RECOVERED_WITHIN_MS };
}

const targetSettings = (instant: number) => ({
  recovery_target_time: new Date(instant).toISOString().replace('T', ' ').replace('Z', '+00'),
  recovery_target_action: 'promote',
});
