/** The real application on a real database, with a clock the test turns. Nothing of ours is replaced. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodePassword } from '@picket/contracts/client';
import type { BodyOf, ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import { onTestFinished } from 'vitest';
import { createTestDatabase, poolLimits, type TestDatabase } from '../../../tests/support/database.ts';
import { buildServer, type Server } from '../src/app/build-server.ts';
import { prepareFirstStart } from '../src/app/first-start.ts';
import { openInstallationSettings } from '../src/app/open-installation-settings.ts';
import { provisionTenant } from '../src/app/provision-tenant.ts';
import { processResetRequests } from '../src/capabilities/auth/index.ts';
import { deliverMail } from '../src/capabilities/mail/index.ts';
import type { Probes } from '../src/capabilities/self-monitoring/index.ts';
import { createPacker, type PackResult } from '../src/capabilities/timeseries/index.ts';
import { createAdministrator } from '../src/capabilities/user-administration/index.ts';
import { readConfig } from '../src/platform/config/config.ts';
import { openDatabase } from '../src/platform/db/database.ts';
import { limitedRoleOf } from '../src/platform/db/row-security.ts';
import { newGuid } from '../src/platform/keys/ids.ts';
import { loadKeys } from '../src/platform/keys/keys.ts';
import { createLog } from '../src/platform/logging/log.ts';
import type { Platform } from '../src/platform/platform.ts';
import { createPubSub } from '../src/platform/pubsub/pub-sub.ts';
import { type Answer, cookieOf } from './answer-cookies.ts';
import { bodyToSend, undocumentedAnswer } from './documented-answers.ts';
import { HEALTHY_PROBES } from './healthy-probes.ts';
import { TestClock } from './test-clock.ts';

export { type Answer, cookieOf, cookiesOf } from './answer-cookies.ts';

export const PASSWORD = 'seven quiet rooms at night';

export interface Session {
  readonly cookie: string;
}

export interface Device {
  readonly sentry: string;
  readonly token: string;
  /** Of a broker whose accounts Picket keeps. */
  readonly mqtt?: ResponseOf<'POST /sentry/activate'>['mqtt'];
}

export type Method = 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

export class Picket {
  readonly platform: Platform;
  readonly server: Server;
  readonly clock: TestClock;
  /** The admin tenant's administrator. */
  admin: Session = { cookie: '' };
  readonly signupPath: string | null;
  /** What was printed on the terminal. */
  readonly terminalLines: readonly string[];

  constructor(
    platform: Platform,
    server: Server,
    clock: TestClock,
    signupPath: string | null,
    terminalLines: readonly string[],
  ) {
    this.terminalLines = terminalLines;
    this.platform = platform;
    this.server = server;
    this.clock = clock;
    this.signupPath = signupPath;
  }

  /** Any request; `as` a person's session or a device. */
  async call<Body = unknown>(
    method: Method,
    path: string,
    options: {
      readonly as?: Session | Device | undefined;
      readonly body?: unknown;
      readonly headers?: Record<string, string>;
      /** The address at the other end of the socket: the caller's, or the proxy's. */
      readonly remoteAddress?: string;
    } = {},
  ): Promise<Answer<Body>> {
    const { as, remoteAddress } = options;
    const { headers, payload } = bodyToSend(method, path, options.body);
    const response = await this.server.app.inject({
      ...{ method, ...payload, ...(remoteAddress === undefined ? {} : { remoteAddress }) },
      url: `/api/v1${path}`,
      headers: {
        ...headers,
        ...(as === undefined ? {} : 'cookie' in as ? { cookie: as.cookie } : { authorization: `Bearer ${as.token}` }),
        ...options.headers,
      },
    });
    const text = response.body;
    // A response to HEAD has none.
    const isJson = text !== '' && /\/([\w.-]+\+)?json\b/u.test(String(response.headers['content-type'] ?? ''));
    const answer = { status: response.statusCode, body: (isJson ? JSON.parse(text) : text) as Body };
    const problem = undocumentedAnswer(method, path, answer.status, answer.body);
    if (problem !== null) throw new Error(`not in the API document: ${problem}`);
    return { ...answer, headers: response.headers };
  }

  async signIn(email: string, password = PASSWORD): Promise<Session> {
    const answer = await this.call('POST', '/auth/login', {
      body: { username: email, password: encodePassword(password) },
    });
    if (answer.status !== 200) throw new Error(`sign-in answered ${answer.status}`);
    return { cookie: cookieOf(answer) };
  }

  /** Another organization with an administrator of its own. */
  async addTenant(name: string): Promise<{ tenant: string; admin: Session }> {
    const tenant = await provisionTenant(this.platform, { name });
    const email = `admin@${name.toLowerCase().replace(/\W/gu, '')}.example`;
    await createAdministrator(this.platform, tenant, { email, password: PASSWORD });
    return { tenant, admin: await this.signIn(email) };
  }

  /** Another person in the admin's organization, with one permission. */
  async addPerson(role: 'ADMIN' | 'VIEWER' | 'METRICS', location?: string): Promise<Session> {
    const me = await this.call<ResponseOf<'GET /users/my-profile'>>('GET', '/users/my-profile', { as: this.admin });
    const email = `${newGuid()}@picket.example`;
    await createAdministrator(this.platform, me.body.tenant.guid, { email, password: PASSWORD });
    const user = await this.platform.db.prisma.user.findFirstOrThrow({ where: { email } });
    await this.platform.db.prisma.permission.updateMany({
      where: { userGuid: user.guid },
      data: { role, locationGuid: location ?? null },
    });
    return this.signIn(email);
  }

  async addLocation(name = 'Server room', as = this.admin): Promise<string> {
    const answer = await this.call<{ guid: string }>('POST', '/locations', {
      as,
      body: { name, timezone: 'Europe/Zurich' },
    });
    if (answer.status !== 201) throw new Error(`location answered ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body.guid;
  }

  /** A sentry with an activated device. */
  async addDevice(
    location: string,
    body: Partial<BodyOf<'POST /locations/{guid}/sentries'>> = {},
    as = this.admin,
  ): Promise<Device> {
    const made = await this.call<ResponseOf<'POST /locations/{guid}/sentries'>>(
      'POST',
      `/locations/${location}/sentries`,
      { as, body: { name: `Rack ${newGuid()}`, ...body } },
    );
    if (made.status !== 201) throw new Error(`sentry answered ${made.status} ${JSON.stringify(made.body)}`);
    const activated = await this.call<ResponseOf<'POST /sentry/activate'>>('POST', '/sentry/activate', {
      body: { activationCode: made.body.activationCode, model: 'PT-1', serialNumber: 'S1', softwareVersion: '1.0' },
    });
    return activated.body;
  }

  report(
    device: Device,
    readings: readonly unknown[],
    more = false,
  ): Promise<Answer<ResponseOf<'POST /sentry/telemetry'>>> {
    return this.call('POST', '/sentry/telemetry', {
      as: device,
      body: { sentAt: formatInstant(this.clock.now()), readings, ...(more ? { moreToFollow: true } : {}) },
    });
  }

  /** One value of one metric, now unless given. */
  send(device: Device, sensorMetricId: string, value: number | null, at = this.clock.now(), column = 'value') {
    return this.report(device, [{ sensorMetricId, at: formatInstant(at), values: { [column]: value } }]);
  }

  /** Makes fluid sensors of model FX2 known through a device, and pairs them. */
  async pair(location: string, device: Device, ...serials: readonly string[]): Promise<void> {
    const sensors = serials.map((serial_number) => ({ model: 'FX2', serial_number, type: 'FLUID' }));
    await this.call('POST', '/sentry/discovered', { as: device, body: { sensors } });
    const paired = await this.call('POST', `/locations/${location}/sensors/subscribe`, {
      as: this.admin,
      body: { sensors },
    });
    if (paired.status !== 200) throw new Error(`pairing answered ${paired.status} ${JSON.stringify(paired.body)}`);
  }

  async alerts(query = '', as = this.admin): Promise<ResponseOf<'GET /alerts'>['items']> {
    return (await this.call<ResponseOf<'GET /alerts'>>('GET', `/alerts?limit=500${query}`, { as })).body.items;
  }

  /** Works off what was asked for by people who forgot a password, and hands mails over. */
  async deliver(): Promise<void> {
    await processResetRequests(this.platform);
    while ((await deliverMail(this.platform)) > 0);
  }

  releaseMutedAlerts(): Promise<number> {
    return this.server.pipeline.releaseMutedAlerts();
  }

  /** Ends acknowledgements and snoozes that are over, gives the notices due, then composes and hands over what is due. */
  async notify(): Promise<number> {
    await this.server.pipeline.expireAcknowledgements();
    await this.server.pipeline.notifier.escalate();
    return this.server.pipeline.notifier.run();
  }

  /** What is due, history included, and what is due once that is replayed. */
  async tick(): Promise<number> {
    const { ticker } = this.server.pipeline;
    return (await ticker.tick()) + (await ticker.replay()) + (await ticker.tick());
  }

  /** Packs the days that are closed by now. */
  pack(): Promise<PackResult> {
    return createPacker(this.platform.db, this.platform.log).pack(this.clock.now(), 60_000);
  }

  heartbeat(): Promise<void> {
    return this.server.pipeline.ticker.heartbeat();
  }

  async close(): Promise<void> {
    await this.server.app.close();
    await this.server.pipeline.ingestQueue.drain();
    await this.server.pipeline.fanOut.close();
    await this.platform.pubSub.close();
    await this.platform.db.close();
  }
}

const START = Date.UTC(2026, 2, 2, 10);

export interface PicketOptions {
  readonly environment?: Record<string, string>;
  readonly now?: number;
  readonly databaseUrl?: string;
  readonly dataDir?: string;
  readonly withoutAdmin?: boolean;
  /** Of each pool: for tests of work that waits for other work. */
  readonly connections?: number;
  /** What Picket sees when it looks at itself; the test clock is not the machine's. */
  readonly probes?: Probes;
  /** Takes every line that is logged. */
  readonly logTo?: { write(line: string): void };
}

/** What the server works with, in tests. */
async function openPlatform(databaseUrl: string, dataDir: string, options: PicketOptions) {
  const read = readConfig({
    DATABASE_URL: databaseUrl,
    PICKET_DATA_DIR: dataDir,
    // Inside, to be removed with it.
    PICKET_BACKUP_DIR: `${dataDir}/backups`,
    PICKET_SIGN_IN_RATE_LIMIT: '1000000',
    PICKET_PASSWORD_COST: '4',
    NODE_ENV: 'test',
    PICKET_LOG_LEVEL: process.env.PICKET_TEST_LOG ?? 'silent',
    // The databases of the harness have it (decision 85); another one decides by itself, as for a server without the setting.
    PICKET_ROW_SECURITY: options.databaseUrl === undefined ? 'on' : 'auto',
    ...(options.withoutAdmin ? {} : { PICKET_ADMIN_EMAIL: 'admin@picket.example', PICKET_ADMIN_PASSWORD: PASSWORD }),
    ...options.environment,
  });
  const config = { ...read, tenantRole: await limitedRoleOf(read) };
  const log = createLog(config.logLevel, options.logTo);
  const db = openDatabase(config.databaseUrl, log, {
    ...poolLimits(options.connections),
    tenantRole: config.tenantRole,
  });
  const keys = loadKeys(dataDir);
  const pubSub = createPubSub(db, log);
  const printed: string[] = [];
  return {
    config,
    clock: new TestClock(options.now ?? START),
    db,
    keys,
    log,
    terminal: (line: string) => printed.push(line),
    pubSub,
    settings: openInstallationSettings({ config, db, keys, log, pubSub }),
    printed,
  };
}

const newDataDir = (): string => mkdtempSync(join(tmpdir(), 'picket-test-'));

/** A database after the first start, and the data folder that belongs to it. */
interface Started {
  readonly template: string;
  readonly dataDir: string;
}

/** Made once in each worker: the first start is the same for nearly every test. */
let started: Promise<Started> | null = null;

async function startOnce(): Promise<Started> {
  const { url } = await createTestDatabase();
  const dataDir = newDataDir();
  process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  const { db, pubSub, ...platform } = await openPlatform(url, dataDir, {});
  await prepareFirstStart({ ...platform, db, pubSub });
  await pubSub.close();
  await db.close();
  return { template: new URL(url).pathname.slice(1), dataDir };
}

/** A database and a data folder for one server: where nothing about the first start is special, as it left them. */
async function createPlace(options: PicketOptions): Promise<{ database: TestDatabase | null; dataDir: string }> {
  const dataDir = options.dataDir ?? newDataDir();
  if (options.databaseUrl !== undefined) return { database: null, dataDir };
  const isSpecial = options.now !== undefined || options.dataDir !== undefined || options.withoutAdmin === true;
  if (isSpecial) return { database: await createTestDatabase(), dataDir };
  started ??= startOnce();
  const first = await started;
  cpSync(first.dataDir, dataDir, { recursive: true });
  return { database: await createTestDatabase(first.template), dataDir };
}

/** Opens the application on a database of its own; `environment` adds settings. */
export async function openPicket(options: PicketOptions = {}): Promise<Picket> {
  const { database, dataDir } = await createPlace(options);
  const url = options.databaseUrl ?? database?.url ?? '';
  const { printed, ...platform } = await openPlatform(url, dataDir, options);
  await platform.settings.load();
  const server = await buildServer(platform, options.probes ?? HEALTHY_PROBES);
  const signup = await prepareFirstStart(platform);
  const picket = new Picket(platform, server, platform.clock, signup, printed);
  await picket.heartbeat();
  if (!options.withoutAdmin) picket.admin = await picket.signIn('admin@picket.example');
  return Object.assign(picket, {
    close: async () => {
      await Picket.prototype.close.call(picket);
      await database?.drop();
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  });
}

/** The same, closed when the test is over. */
export async function picketForTest(options: PicketOptions = {}): Promise<Picket> {
  const picket = await openPicket(options);
  onTestFinished(() => picket.close());
  return picket;
}
