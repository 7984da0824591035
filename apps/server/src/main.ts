/** The server: read the settings, migrate, build, listen, shut down gracefully; as one process, or as several on one port. */
import cluster from 'node:cluster';
import { fileURLToPath } from 'node:url';
import closeWithGrace from 'close-with-grace';
import { buildServer } from './app/build-server.ts';
import { checkDatabase } from './app/check-database.ts';
import { checkKeys } from './app/check-keys.ts';
import { prepareFirstStart } from './app/first-start.ts';
import { prepareJobs, type RunningJobs, startJobs } from './app/jobs.ts';
import { openInstallationSettings } from './app/open-installation-settings.ts';
import { prepareData } from './app/prepare-data.ts';
import { shutDown } from './app/shut-down.ts';
import { describeStartFailure } from './app/start-failure.ts';
import { runWorkers } from './app/workers.ts';
import { addMissingHeadMacs, mayRewriteEntries } from './capabilities/audit/index.ts';
import { systemClock } from './platform/clock/clock.ts';
import {
  type Config,
  ConfigError,
  OWNER_SETTINGS,
  readConfig,
  readOwnerDatabaseUrl,
} from './platform/config/config.ts';
import { openDatabase } from './platform/db/database.ts';
import { modeForWorkers, workerRoleOf } from './platform/db/row-security.ts';
import { isRecipient } from './platform/file-encryption/age-files.ts';
import { containErrors } from './platform/http/error-containment.ts';
import { loadKeys } from './platform/keys/keys.ts';
import { createLog } from './platform/logging/log.ts';
import { keepErrors } from './platform/logging/recent-errors.ts';
import type { Platform } from './platform/platform.ts';
import { createPubSub } from './platform/pubsub/pub-sub.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../prisma/migrations', import.meta.url));
const CONSOLE = fileURLToPath(new URL('../../console/dist', import.meta.url));

/** How long requests in progress may take once the server is asked to stop. */
const GRACE_MS = 15_000;
const STOP_SIGNALS: ('SIGINT' | 'SIGTERM' | 'SIGHUP')[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** Handled by platform/http/error-containment.ts. */
const ERROR_EVENTS: ('uncaughtException' | 'unhandledRejection')[] = ['uncaughtException', 'unhandledRejection'];

async function start(): Promise<void> {
  const isWorker = cluster.isWorker;
  const read = readConfig(process.env);
  const config = isWorker ? { ...read, tenantRole: workerRoleOf(read) } : read;
  await checkRecipient(config);
  const owner = readOwnerDatabaseUrl(process.env);
  // The serving process must not know the owner: workers inherit this environment.
  for (const name of OWNER_SETTINGS) delete process.env[name];
  let platform = openPlatform(config);
  if (!isWorker) {
    await checkDatabase(platform);
    platform = await prepare(platform, owner);
    await checkKeys(platform);
    await addMissingHeadMacs(platform);
    if (await mayRewriteEntries(platform.db.console))
      platform.log.info('the database role of this server could change the audit log: see docs/operations.md');
  }
  await platform.settings.load();
  // Workers share what the first process has prepared.
  const signup = isWorker ? null : await prepareFirstStart(platform);
  if (!isWorker && config.workers > 1) {
    await platform.pubSub.close();
    await platform.db.close();
    await runWorkers(config, platform.log, (port) => announceReady(config, port, signup));
    return;
  }
  await serve(platform, (port) => {
    if (!isWorker) announceReady(config, port, signup);
  });
}

/** Prepares the database. Returns the platform as it is to serve; workers read what was decided from their environment. */
async function prepare(platform: Platform, owner: string | null): Promise<Platform> {
  const { config, log } = platform;
  const decided = await prepareData(platform, { owner, migrations: MIGRATIONS });
  process.env.PICKET_ROW_SECURITY = modeForWorkers(decided);
  if (decided.tenantRole === config.tenantRole) return platform;
  await platform.pubSub.close();
  await platform.db.close();
  return openPlatform(decided, log);
}

/** Throws a ConfigError: backups would fail, and nobody looks at them. */
async function checkRecipient({ backup: { recipient } }: Config): Promise<void> {
  if (recipient !== null && !(await isRecipient(recipient)))
    throw new ConfigError('PICKET_BACKUP_RECIPIENT must be a public key of age (age1…)');
}

function openPlatform(config: Config, log = createLog(config.logLevel, keepErrors(config.dataDir))): Platform {
  const db = openDatabase(config.databaseUrl, log, {
    tenantRole: config.tenantRole,
    ingestTransactions: config.ingestConcurrency,
  });
  const keys = loadKeys(config.dataDir);
  const pubSub = createPubSub(db, log);
  return {
    config: { ...config, consoleDir: config.consoleDir ?? CONSOLE },
    clock: systemClock,
    db,
    keys,
    log,
    terminal: (line) => process.stderr.write(`${line}\n`),
    pubSub,
    settings: openInstallationSettings({ config, db, keys, log, pubSub }),
  };
}

async function serve(platform: Platform, onListening: (port: number) => void): Promise<void> {
  const { config, log, db } = platform;
  await db.readPlacement();
  const { app, pipeline } = await buildServer(platform);
  await prepareJobs(platform, pipeline);

  let jobs: RunningJobs | null = null;
  let isEnding = false;
  let hasFailed = false;
  const skip = [...ERROR_EVENTS, ...STOP_SIGNALS];
  const ending = closeWithGrace({ delay: GRACE_MS, logger: log, skip }, async () => {
    isEnding = true;
    await shutDown({ app, jobs, pipeline, pubSub: platform.pubSub, db });
    // The supervisor starts another.
    if (hasFailed) process.exit(1);
  });
  containErrors(log, (err) => {
    log.fatal({ err }, 'unexpected error, stopping');
    if (isEnding) process.exit(1);
    hasFailed = true;
    ending.close();
  });
  // A terminal or a supervisor signals the whole group, and the process that started this one passes the signal on: the second one ends nothing early.
  for (const signal of STOP_SIGNALS)
    process.on(signal, () => {
      if (!isEnding) ending.close();
    });
  await app.listen({ host: config.host, port: config.port });
  // It was stopped meanwhile: jobs that begin now would not be ended.
  if (isEnding) return;
  // Only now: where the port is taken this process ends, and what a job had claimed would wait for its lease.
  jobs = startJobs(platform, pipeline);

  // The parent is gone: nothing else would stop this process.
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));

  const address = app.server.address();
  onListening(typeof address === 'object' && address !== null ? address.port : config.port);
}

function announceReady(config: Config, port: number, signup: string | null): void {
  const host =
    config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host.replace('127.0.0.1', 'localhost');
  const base = config.publicUrl ?? `http://${host}:${port}`;
  // For the person who starts it: to the terminal, not to the log.
  process.stderr.write(
    signup === null
      ? `\nPicket is ready: ${base}\n`
      : `\nPicket is ready. Create the first administrator: ${base}${signup}\n`,
  );
  process.send?.({ ready: true, base, signup });
}

start().catch((error: unknown) => {
  process.stderr.write(`Picket cannot start: ${describeStartFailure(error)}\n`);
  process.exit(1);
});
