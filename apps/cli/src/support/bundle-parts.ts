/**
 * The files of a support bundle. Each is collected by itself, with a limit of time: what cannot be collected is named with the reason,
 * and the others are there all the same.
 */
import { existsSync, readFileSync, statfsSync } from 'node:fs';
import { cpus, freemem, release, totalmem } from 'node:os';
import { join } from 'node:path';
import {
  listBackups,
  migrationNames,
  REPLACED_SETTINGS,
  readConfig,
  readKeptErrors,
  readSupportFigures,
  readVersion,
  SETTINGS,
  type SupportFigures,
  withSnapshot,
} from '@picket/server/commands';
import { MIGRATIONS } from '../folders.ts';
import { describeError, describeSettings, findSecrets, redact } from './redact.ts';

export interface BundleSource {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Absolute. */
  readonly dataDir: string;
  readonly madeAt: Date;
  /** The address of the database; throws where there is none. */
  readonly openDatabase: () => Promise<string>;
  /** How long a part may take. */
  readonly limitMs: number;
}

export interface Bundle {
  readonly files: readonly { readonly name: string; readonly data: string }[];
  /** What it does not have, and why. */
  readonly problems: readonly { readonly file: string; readonly reason: string }[];
}

const LAST_ERRORS = 200;
const NAMES = [...SETTINGS, ...REPLACED_SETTINGS];

const about = ({ environment, madeAt }: BundleSource) => {
  const { version, commit } = readVersion({ commit: environment.PICKET_COMMIT || null });
  return {
    madeAt,
    version,
    commit,
    node: process.version,
    system: `${process.platform} ${process.arch} ${release()}`,
    processors: cpus().length,
    memoryBytes: { total: totalmem(), free: freemem() },
  };
};

/** The settings, and whether the server accepts them. */
function settings({ environment }: BundleSource) {
  const described = describeSettings(NAMES, environment);
  try {
    readConfig({ ...environment, DATABASE_URL: environment.DATABASE_URL || 'postgres://localhost/picket' });
    return { settings: described, accepted: true };
  } catch (error) {
    return { settings: described, accepted: false, reason: messageOf(error) };
  }
}

const messageOf = (error: unknown): string => {
  const { message, code } = error as { readonly message?: string; readonly code?: string };
  return message || code || String(error);
};

/** What the server on this machine answers. */
async function ask({ environment, limitMs }: BundleSource, path: string): Promise<Response> {
  const file = environment.PICKET_METRICS_TOKEN_FILE ?? '';
  const token = environment.PICKET_METRICS_TOKEN || (existsSync(file) ? readFileSync(file, 'utf8').trim() : '');
  return fetch(`http://127.0.0.1:${environment.PORT || 8080}${path}`, {
    signal: AbortSignal.timeout(limitMs),
    headers: token === '' ? {} : { authorization: `Bearer ${token}` },
  });
}

async function health(source: BundleSource) {
  const answer = await ask(source, '/api/v1/health');
  return { status: answer.status, body: await answer.text() };
}

async function metrics(source: BundleSource): Promise<string> {
  const answer = await ask(source, '/internal/metrics');
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  return answer.text();
}

const migrations = ({ migrations: applied }: SupportFigures) => {
  const known = migrationNames(MIGRATIONS);
  return {
    applied: applied.length,
    newest: applied.at(-1) ?? null,
    missing: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  };
};

async function disk({ dataDir, environment }: BundleSource) {
  const { bavail, blocks, bsize } = statfsSync(existsSync(dataDir) ? dataDir : '/');
  const { folder } = readConfig({ ...environment, PICKET_DATA_DIR: dataDir, DATABASE_URL: 'postgres://x/x' }).backup;
  const backups = await listBackups(folder);
  return {
    data: { freeBytes: bavail * bsize, bytes: blocks * bsize },
    keys: existsSync(join(dataDir, 'keys.json')),
    backups: { count: backups.length, newest: backups[0] ?? null },
  };
}

const lastErrors = ({ dataDir }: BundleSource) =>
  readKeptErrors(dataDir, LAST_ERRORS)
    .map(describeError)
    .filter((line) => line !== null);

/** The result of `work`, or an error once its time is over. */
function limitTime<Result>(limitMs: number, work: () => Result | Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${limitMs / 1000} s`)), limitMs);
  return Promise.race([Promise.try(work), promise]).finally(() => clearTimeout(timer));
}

/** Collects everything; never fails. The last file, problems.json, says what is missing. */
export async function collectBundle(source: BundleSource): Promise<Bundle> {
  const secrets = findSecrets(NAMES, source.environment);
  const files: Bundle['files'][number][] = [];
  const problems: Bundle['problems'][number][] = [];
  const add = (name: string, content: unknown): void => {
    const text = typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`;
    files.push({ name, data: redact(text, secrets) });
  };
  const collect = async (name: string, work: () => unknown): Promise<void> => {
    try {
      add(name, await limitTime(source.limitMs, work));
    } catch (error) {
      problems.push({ file: name, reason: redact(messageOf(error), secrets) });
    }
  };
  await collect('about.json', () => about(source));
  await collect('settings.json', () => settings(source));
  await collect('health.json', () => health(source));
  await collect('metrics.txt', () => metrics(source));
  await collect('disk.json', () => disk(source));
  await collect('last-errors.json', () => lastErrors(source));
  const figures = limitTime(source.limitMs, async () => withSnapshot(await source.openDatabase(), readSupportFigures));
  await collect('database.json', async () => {
    const { postgres, databaseBytes, tables } = await figures;
    return { postgres, databaseBytes, tables };
  });
  await collect('migrations.json', async () => migrations(await figures));
  await collect('failing-checks.json', async () => (await figures).failingChecks);
  add('problems.json', problems);
  return { files, problems };
}
