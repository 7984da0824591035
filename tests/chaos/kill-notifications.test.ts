/**
 * Notifications while everything goes wrong: thousands of alerts begin and end, receivers refuse, hang, and take without
 * saying so, a third of the time, and the server is killed with -9 again and again. Afterwards nothing is missing, nobody
 * who drops repetitions heard anything twice, no end came before its beginning, and for everybody beginnings minus ends are
 * what is still on.
 */
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { type Behavior, jsonOf, openPushBrowser, openReceiver, type Received } from '../support/receivers.ts';
import { signedIn } from '../support/screen-world.ts';
import { type RunningServer, startServer } from '../support/server-process.ts';

const IS_DEEP = process.env.PICKET_DEEP !== undefined;
/** What this test raised; on a slow machine Picket may raise alarms about itself beside it. */
const OURS = `kind = 'GENERIC_ALERT' AND subject IS NULL`;
/** A transition is a beginning or an end. */
const TRANSITIONS = IS_DEEP ? 3000 : 300;
const KILLS = IS_DEEP ? 30 : 10;
const FAILING = 0.3;
const ADMIN = { email: 'ada@acme.example', password: 'quiet rooms need a good guard' };

/** A third of what comes is refused, left without an answer, or taken and not confirmed. */
function randomBehavior(): Behavior {
  const chance = Math.random();
  if (chance > FAILING) return 'ACCEPT';
  if (chance > (2 * FAILING) / 3) return 'REFUSE';
  return chance > FAILING / 3 ? 'HANG' : 'DROP';
}

interface FlakyMailbox {
  readonly url: string;
  readonly mails: { readonly id: string; readonly text: string; readonly to: string }[];
  close(): Promise<void>;
}

/** A mail server of the same moods. */
async function openFlakyMailbox(): Promise<FlakyMailbox> {
  const mails: { id: string; text: string; to: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onConnect: (_session, done) => (randomBehavior() === 'REFUSE' ? done(new Error('421 busy')) : done()),
    onData: (stream, session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const behavior = randomBehavior();
        if (behavior === 'HANG') return;
        if (behavior === 'REFUSE') return done(new Error('451 not today'));
        void PostalMime.parse(Buffer.concat(parts)).then((mail) => {
          const [to] = session.envelope.rcptTo;
          mails.push({ id: mail.messageId ?? '', text: mail.text ?? '', to: to?.address ?? '' });
          if (behavior === 'ACCEPT') done();
        });
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Guarantee: a server listening on a port has an address of this shape.
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** What a receiver that drops repetitions is left with: the first of each key, in the order they came. */
function distinct(received: readonly Received[]): readonly Received[] {
  const seen = new Set<string>();
  return received.filter(({ headers }) => {
    const key = String(headers['webhook-id']);
    return !seen.has(key) && seen.add(key) !== undefined;
  });
}

/** The server, and everybody whom it sends to. */
async function openWorld() {
  const database = await createTestDatabase();
  const [machine, team, phone] = [await openReceiver(), await openReceiver(), await openReceiver()];
  const mailbox = await openFlakyMailbox();
  const port = await freePort();
  const env = {
    PICKET_ADMIN_EMAIL: ADMIN.email,
    PICKET_ADMIN_PASSWORD: ADMIN.password,
    PICKET_SMTP_URL: mailbox.url,
    PICKET_PUBLIC_URL: `http://localhost:${port}`,
    PICKET_OUTBOUND_ALLOWED: [machine, team, phone].map((one) => `127.0.0.1:${one.port}`).join(','),
    PICKET_DELIVERY_TIMEOUT: '0.25',
    PICKET_RETRY_SECONDS: '0.05',
    PICKET_LOG_LEVEL: 'fatal',
  };
  let server: RunningServer = await startServer(database.url, { port, env });
  const { dataDir, base } = server;
  const sql = new pg.Client({ connectionString: database.url });
  await sql.connect();
  return {
    ...{ base, sql, machine, team, phone, mailbox },
    /** With -9, and started again. */
    kill: async (): Promise<void> => {
      await server.kill();
      server = await startServer(database.url, { port, dataDir, env });
    },
    close: async (): Promise<void> => {
      await server.stop();
      await sql.end();
      await Promise.all([machine.close(), team.close(), phone.close(), mailbox.close()]);
      await database.drop();
    },
  };
}

type World = Awaited<ReturnType<typeof openWorld>>;
type Api = Awaited<ReturnType<typeof signedIn>>;

/** A webhook, a team's chat and a phone; from then on all of them fail at random. */
async function addDestinations({ machine, team, phone }: World, api: Api) {
  const browser = openPushBrowser();
  await api('POST /destinations', { body: { kind: 'WEBHOOK', name: 'Machine', settings: { url: machine.url } } });
  await api('POST /destinations', { body: { kind: 'SLACK', name: 'Team', settings: { url: team.url } } });
  const settings = { endpoint: `${phone.url}/push`, keys: browser.keys };
  await api('POST /users/my-profile/destinations', { body: { kind: 'PUSH', name: 'Phone', settings } });
  const { pushKey } = await api('GET /users/my-profile/notifications', {});
  for (const receiver of [machine, team, phone]) receiver.respondWith(randomBehavior);
  return { keyOf: (push: Received): string => browser.open<{ key: string }>(push, pushKey, phone.url).key };
}

/** Alerts begin and end through the pipeline of every change, while the server dies under it. */
async function beginAndEndAlerts({ sql }: World, api: Api, location: string): Promise<void> {
  let begun = 0;
  const open: string[] = [];
  const endOne = async (): Promise<void> => {
    const place = Math.floor(Math.random() * open.length);
    const guid = open[place] ?? '';
    await api('POST /alerts/{guid}/resolve', { params: { guid } });
    open.splice(place, 1);
  };
  const beginOne = async (): Promise<void> => {
    const message = `Alert ${begun}`;
    open.push((await api('POST /alerts', { body: { location, severity: 400, message } })).guid);
    begun += 1;
  };
  while (begun * 2 - open.length < TRANSITIONS) {
    try {
      const mayEnd = open.length > 0 && (Math.random() < 0.5 || begun >= TRANSITIONS / 2 + 20);
      await (mayEnd ? endOne() : beginOne());
    } catch {
      // Killed in between: whether it was written is known from the database alone.
      await new Promise((resolve) => setTimeout(resolve, 20));
      const { rows } = await sql.query(`SELECT guid FROM alert WHERE state = 'OPEN' AND ${OURS} ORDER BY created_at`);
      const all = await sql.query(`SELECT count(*)::int AS count FROM alert WHERE ${OURS}`);
      open.splice(0, open.length, ...rows.map(({ guid }) => String(guid)));
      begun = Number(all.rows[0]?.count);
    }
  }
}

async function killAgainAndAgain(world: World): Promise<void> {
  for (let kill = 0; kill < KILLS; kill += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100 + Math.random() * 900));
    await world.kill();
  }
}

/** Everything that waits goes out; the moods stay as they are. */
async function sendEverything({ sql }: World): Promise<void> {
  const waiting = async (): Promise<number> => {
    const { rows } = await sql.query(
      `SELECT (SELECT count(*) FROM delivery WHERE state IN ('DUE', 'SUPPRESSED', 'COMPOSED') AND destination_guid IS NOT NULL)::int
            + (SELECT count(*) FROM message WHERE state = 'WAITING')::int AS count`,
    );
    return Number(rows[0]?.count);
  };
  await expect.poll(waiting, { timeout: 240_000, interval: 500 }).toBe(0);
}

interface RaisedAlert {
  readonly guid: string;
  readonly open: boolean;
}

async function listRaised({ sql }: World): Promise<readonly RaisedAlert[]> {
  const { rows } = await sql.query<{ guid: string; open: boolean }>(
    `SELECT guid, state = 'OPEN' AS open FROM alert WHERE ${OURS}`,
  );
  expect(rows.length * 2 - rows.filter((one) => one.open).length).toBeGreaterThanOrEqual(TRANSITIONS);
  return rows;
}

/** The machine: every transition once, under one key, the end after the beginning. Returns how many it was sent. */
function expectEachTransitionOnce({ machine }: World, alerts: readonly RaisedAlert[]): number {
  const received = distinct(machine.accepted).map((one) => jsonOf<{ type: string; data: { alert: string } }>(one));
  for (const { guid, open } of alerts) {
    const types = received.filter(({ data }) => data.alert === guid).map(({ type }) => type);
    expect(types, guid).toEqual(open ? ['alert.raised'] : ['alert.raised', 'alert.cleared']);
  }
  return received.length;
}

/** At which place each key came first. */
function placesOf(keys: readonly string[]): ReadonlyMap<string, number> {
  const first = new Map<string, number>();
  keys.forEach((key, place) => {
    if (!first.has(key)) first.set(key, place);
  });
  return first;
}

/** People: what Picket holds for delivered has come, and no end before its beginning. */
async function expectDelivered(
  { sql, machine, team, phone, mailbox }: World,
  keyOf: (push: Received) => string,
): Promise<void> {
  const came: Readonly<Record<string, ReadonlyMap<string, number>>> = {
    WEBHOOK: placesOf(machine.accepted.map(({ headers }) => String(headers['webhook-id']))),
    SLACK: placesOf(team.accepted.map(({ headers }) => String(headers['webhook-id']))),
    PUSH: placesOf(phone.accepted.map(keyOf)),
    EMAIL: placesOf(mailbox.mails.map(({ id }) => /^<([0-9a-f-]{36})@/u.exec(id)?.[1] ?? '')),
  };
  const deliveries = await sql.query<{ alert: string; channel: string; change: string; message: string | null }>(
    `SELECT d.alert_guid AS alert, d.channel, d.change, d.message_guid AS message FROM delivery d
       JOIN alert a ON a.guid = d.alert_guid WHERE d.destination_guid IS NOT NULL AND d.state = 'SENT'`,
  );
  const begins = new Map<string, number>();
  for (const { alert, channel, change, message } of deliveries.rows) {
    const place = came[channel]?.get(message ?? '');
    expect(place, `${channel} ${change} of ${alert}`).toBeDefined();
    if (change === 'RAISED') begins.set(`${channel} ${alert}`, place ?? -1);
  }
  for (const { alert, channel, change, message } of deliveries.rows)
    if (change === 'CLEARED')
      expect(came[channel]?.get(message ?? ''), `${channel} ${alert}`).toBeGreaterThanOrEqual(
        begins.get(`${channel} ${alert}`) ?? Number.POSITIVE_INFINITY,
      );
}

/** For every destination, raised minus cleared is what is open; nothing has failed. */
async function expectBalanced({ sql }: World, alerts: readonly RaisedAlert[]): Promise<void> {
  const ledger = await sql.query(
    `SELECT d.destination_guid, count(*) FILTER (WHERE d.change = 'RAISED')::int - count(*) FILTER (WHERE d.change = 'CLEARED')::int AS raised,
            count(*) FILTER (WHERE d.state <> 'SENT')::int AS unsent
       FROM delivery d JOIN alert a ON a.guid = d.alert_guid
      WHERE d.change IN ('RAISED', 'CLEARED') AND d.destination_guid IS NOT NULL AND a.subject IS NULL GROUP BY 1`,
  );
  const stillOpen = alerts.filter((one) => one.open).length;
  expect(ledger.rows.length).toBe(4);
  for (const row of ledger.rows) expect(row).toMatchObject({ raised: stillOpen, unsent: 0 });
}

test(`${TRANSITIONS} transitions, ${KILLS} kills, receivers that fail ${FAILING * 100} %: nobody misses anything or gets it twice`, async () => {
  const world = await openWorld();
  try {
    const api = await signedIn(world.base, ADMIN.email, ADMIN.password);
    const location = (await api('POST /locations', { body: { name: 'Cold store', timezone: 'UTC' } })).guid;
    const { keyOf } = await addDestinations(world, api);
    const happening = beginAndEndAlerts(world, api, location);
    await killAgainAndAgain(world);
    await happening;
    await sendEverything(world);
    const alerts = await listRaised(world);
    const transitions = expectEachTransitionOnce(world, alerts);
    await expectDelivered(world, keyOf);
    await expectBalanced(world, alerts);
    // A message was handed over again only where an attempt was not confirmed.
    const { machine, team, phone, mailbox } = world;
    process.stdout.write(
      `${alerts.length} alerts, ${transitions} transitions at the machine in ${machine.requests.length} requests, ${machine.accepted.length - transitions} repetitions dropped; ${mailbox.mails.length} mails, ${team.accepted.length} posts, ${phone.accepted.length} pushes\n`,
    );
  } finally {
    await world.close();
  }
}, 3_600_000);
