/**
 * Receivers that refuse every connection for 25 s of real time while alerts are raised and cleared, at a server of its own. Once they
 * listen again, a new critical alert reaches each of them at once, and so does everything else soon: once, and in the past tense
 * where it is over.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Email } from 'postal-mime';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { type Mailbox, openMailbox } from '../support/mailbox.ts';
import { jsonOf, openReceiver, type Received, type Receiver } from '../support/receivers.ts';
import { signedIn } from '../support/screen-world.ts';
import { startServer } from '../support/server-process.ts';

const ALERTS = 18;
const OUTAGE_MS = 25_000;
/** From the moment it arises until every channel has it. On a machine that is busy: three times what it takes while all are up. */
const CRITICAL_WITHIN_MS = 5000;
const BUSY_FACTOR = 3;
const REST_WITHIN_MS = 60_000;
const PERSON = { email: 'ada@acme.example', password: 'quiet rooms need a good guard' };

const CHANNELS = ['WEBHOOK', 'SLACK', 'TEAMS', 'EMAIL'] as const;
type Channel = (typeof CHANNELS)[number];

/** What a channel was given, as far as its reader sees it. */
interface Delivered {
  readonly key: string;
  readonly at: number;
  /** Each says of one alert, or of several, whether they are over. */
  readonly lines: readonly string[];
}

interface WebhookBody {
  readonly type: string;
  readonly data: { readonly text: string; readonly alert: string; readonly clearedAt: string | null };
}
interface SlackBody {
  readonly text: string;
  readonly blocks: readonly { readonly text: { readonly text: string } }[];
}
interface TeamsBody {
  readonly attachments: readonly { readonly content: { readonly body: readonly { readonly text: string }[] } }[];
}

const LINES: Readonly<Record<Exclude<Channel, 'EMAIL'>, (received: Received) => readonly string[]>> = {
  WEBHOOK: (received) => [jsonOf<WebhookBody>(received).data.text],
  SLACK: (received) => {
    const { text, blocks } = jsonOf<SlackBody>(received);
    return [text, ...blocks.flatMap((block) => block.text.text.split('\n'))];
  },
  TEAMS: (received) =>
    jsonOf<TeamsBody>(received).attachments.flatMap(({ content }) => content.body.map(({ text }) => text)),
};

/** Three receivers at fixed ports: nobody listens there while they are down. What they were given is kept. */
class Receivers {
  readonly #ports: readonly [number, number, number];
  readonly #machines: Receiver[] = [];
  readonly #chats: Receiver[] = [];
  readonly #mailboxes: Mailbox[] = [];
  readonly #mailTimes = new Map<Email, number>();

  constructor(ports: readonly [number, number, number]) {
    this.#ports = ports;
  }

  get machineUrl(): string {
    return `http://127.0.0.1:${this.#ports[0]}`;
  }

  get chatUrl(): string {
    return `http://127.0.0.1:${this.#ports[1]}`;
  }

  get mailUrl(): string {
    return `smtp://127.0.0.1:${this.#ports[2]}`;
  }

  async listen(): Promise<void> {
    const [machine, chat, mail] = this.#ports;
    this.#machines.push(await openReceiver(machine));
    this.#chats.push(await openReceiver(chat));
    this.#mailboxes.push(await openMailbox({ port: mail }));
  }

  async close(): Promise<void> {
    await Promise.all([this.#machines.at(-1)?.close(), this.#chats.at(-1)?.close(), this.#mailboxes.at(-1)?.close()]);
  }

  delivered(channel: Channel): readonly Delivered[] {
    if (channel === 'EMAIL') return this.#mails();
    const received = (channel === 'WEBHOOK' ? this.#machines : this.#chats).flatMap(({ accepted }) => accepted);
    return received
      .filter(({ path }) => channel === 'WEBHOOK' || path === `/${channel}`)
      .map((one) => ({ key: String(one.headers['webhook-id']), at: one.at, lines: LINES[channel](one) }));
  }

  /** Changes of alerts as the machine was given them. */
  changes(): readonly WebhookBody[] {
    return this.#machines.flatMap(({ accepted }) => accepted.map((one) => jsonOf<WebhookBody>(one)));
  }

  /** A mail has no time of its own: it is that of the first look at it. */
  #mails(): readonly Delivered[] {
    return this.#mailboxes
      .flatMap(({ mails }) => mails)
      .map((mail) => {
        const at = this.#mailTimes.get(mail) ?? Date.now();
        this.#mailTimes.set(mail, at);
        return { key: mail.messageId ?? '', at, lines: [mail.subject ?? '', ...(mail.text ?? '').split('\n')] };
      });
  }
}

async function openWorld() {
  const database = await createTestDatabase();
  const receivers = new Receivers([await freePort(), await freePort(), await freePort()]);
  await receivers.listen();
  const port = await freePort();
  const server = await startServer(database.url, {
    port,
    env: {
      PICKET_ADMIN_EMAIL: PERSON.email,
      PICKET_ADMIN_PASSWORD: PERSON.password,
      PICKET_SMTP_URL: receivers.mailUrl,
      PICKET_PUBLIC_URL: `http://localhost:${port}`,
      PICKET_OUTBOUND_ALLOWED: [receivers.machineUrl, receivers.chatUrl].map((url) => new URL(url).host).join(','),
      PICKET_LOG_LEVEL: 'fatal',
    },
  });
  const api = await signedIn(server.base, PERSON.email, PERSON.password);
  const { machineUrl, chatUrl } = receivers;
  await api('POST /destinations', { body: { kind: 'WEBHOOK', name: 'Machine', settings: { url: machineUrl } } });
  for (const kind of ['SLACK', 'TEAMS'] as const)
    await api('POST /destinations', { body: { kind, name: kind, settings: { url: `${chatUrl}/${kind}` } } });
  const locations: string[] = [];
  for (const name of ['Cold store', 'Attic', 'Cellar'])
    locations.push((await api('POST /locations', { body: { name, timezone: 'UTC' } })).guid);
  const raise = async (message: string, severity: number, place: number): Promise<string> =>
    (await api('POST /alerts', { body: { location: locations[place % 3] ?? '', severity, message } })).guid;
  return {
    ...{ receivers, raise },
    end: (guid: string) => api('POST /alerts/{guid}/resolve', { params: { guid } }),
    deliveriesOf: async (guid: string) => (await api('GET /alerts/{guid}', { params: { guid } })).deliveries,
    close: async (): Promise<void> => {
      await server.stop();
      await receivers.close();
      await database.drop();
    },
  };
}

type World = Awaited<ReturnType<typeof openWorld>>;

/** How long after it arose each channel was given a critical alert, in milliseconds. */
async function raiseCritical({ receivers, raise }: World, name: string, place: number): Promise<readonly number[]> {
  const arose = Date.now();
  await raise(name, 400, place);
  const arrivals = (): readonly (number | undefined)[] =>
    CHANNELS.map(
      (channel) =>
        receivers.delivered(channel).find(({ lines }) => lines.some((line) => line.includes(`Critical: ${name}`)))?.at,
    );
  await expect.poll(arrivals, { interval: 25 }).not.toContain(undefined);
  return arrivals().map((at) => (at ?? Number.NaN) - arose);
}

interface RaisedAlert {
  readonly guid: string;
  readonly name: string;
  readonly isOver: boolean;
}

/** Alerts arise over the whole outage, a third of them critical; every other one is over before its end. */
async function outage({ receivers, raise, end }: World): Promise<readonly RaisedAlert[]> {
  await receivers.close();
  const begun = performance.now();
  const alerts: RaisedAlert[] = [];
  const pause = OUTAGE_MS / (ALERTS + 1);
  for (let count = 0; count < ALERTS; count += 1) {
    const name = `Alert ${String.fromCharCode(97 + count)}.`;
    const guid = await raise(name, count % 3 === 0 ? 400 : 240, count);
    const previous = alerts.at(-1);
    if (previous?.isOver) await end(previous.guid);
    alerts.push({ guid, name, isOver: count % 2 === 0 });
    await wait(Math.max(0, begun + (count + 1) * pause - performance.now()));
  }
  await wait(Math.max(0, begun + OUTAGE_MS - performance.now()));
  return alerts;
}

/** Returns after how many milliseconds everything had arrived. */
async function waitForTheRest({ deliveriesOf }: World, alerts: readonly RaisedAlert[], upAt: number): Promise<number> {
  const unsent = async (): Promise<readonly string[]> => {
    const found = await Promise.all(
      alerts.map(async ({ guid, name }) =>
        (await deliveriesOf(guid)).flatMap(({ channel, change, state }) =>
          state === 'SENT' ? [] : [`${name} ${channel} ${change} ${state}`],
        ),
      ),
    );
    return found.flat();
  };
  await expect.poll(unsent, { timeout: 3 * REST_WITHIN_MS, interval: 250 }).toEqual([]);
  return Date.now() - upAt;
}

/** Every change once, everywhere; what is over in the past tense alone. */
async function expectOnceAndTrue({ receivers, deliveriesOf }: World, alerts: readonly RaisedAlert[]): Promise<void> {
  for (const channel of CHANNELS) {
    const delivered = receivers.delivered(channel);
    expect(new Set(delivered.map(({ key }) => key)).size, channel).toBe(delivered.length);
    const lines = delivered.flatMap((one) => one.lines).filter((line) => line.includes('Alert '));
    for (const { name, isOver } of alerts) {
      const about = lines.filter((line) => line.includes(name));
      expect(about.length, `${channel} ${name}`).toBeGreaterThan(0);
      for (const line of isOver ? about : []) expect(line, channel).toMatch(/Was on for|Over:/u);
    }
  }
  for (const { guid, name, isOver } of alerts) {
    const types = receivers
      .changes()
      .filter(({ data }) => data.alert === guid)
      .map(({ type, data }) => `${type} ${data.clearedAt === null ? 'on' : 'over'}`);
    expect(types, name).toEqual(isOver ? ['alert.raised over', 'alert.cleared over'] : ['alert.raised on']);
    for (const channel of CHANNELS) {
      const deliveries = (await deliveriesOf(guid)).filter((one) => one.channel === channel);
      const expected = isOver ? ['RAISED SENT', 'CLEARED SENT'] : ['RAISED SENT'];
      expect(
        deliveries.map(({ change, state }) => `${change} ${state}`),
        `${channel} ${name}`,
      ).toEqual(expected);
    }
  }
}

const seconds = (milliseconds: readonly number[]): string =>
  milliseconds.map((one) => (one / 1000).toFixed(1)).join(', ');

test(`receivers refuse connections for 25 s, with ${ALERTS} alerts: a new critical one comes at once, the rest soon, once and in the right tense`, async () => {
  const world = await openWorld();
  try {
    const before = await raiseCritical(world, 'Smoke.', 0);
    const alerts = await outage(world);
    await world.receivers.listen();
    const upAt = Date.now();
    // At the location of the last critical alert, which is as severe.
    const fresh = await raiseCritical(world, 'Fresh.', 15);
    const restAfter = await waitForTheRest(world, alerts, upAt);
    const again = await raiseCritical(world, 'Fresher.', 15);
    await expectOnceAndTrue(world, alerts);
    process.stdout.write(
      `A critical alert at ${CHANNELS.join(', ')}: ${seconds(before)} s while all were up, ${seconds(fresh)} s after the outage, ${seconds(again)} s later; the rest after ${seconds([restAfter])} s\n`,
    );
    const limit = Math.max(CRITICAL_WITHIN_MS, BUSY_FACTOR * Math.max(...before));
    expect(Math.max(...fresh, ...again)).toBeLessThan(limit);
    expect(restAfter).toBeLessThan(REST_WITHIN_MS);
  } finally {
    await world.close();
  }
}, 300_000);
