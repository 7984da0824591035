/** The cursor of the event stream against real transactions: nothing is lost, doubled or delayed by what others do. */
import type { StreamEventOut } from '@picket/contracts/stream';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { parseCursor } from '../src/capabilities/events/event-cursor.ts';
import { newGuid } from '../src/platform/keys/ids.ts';
import { openPicket, type Picket } from './harness.ts';

let one: Picket;
let other: Picket;
let servers: readonly Picket[];
let tenant: string;
let location: string;

beforeAll(async () => {
  one = await openPicket();
  const { databaseUrl, dataDir } = one.platform.config;
  other = await openPicket({ databaseUrl, dataDir });
  servers = [one, other];
  location = await one.addLocation();
  const found = await one.platform.db.prisma.location.findFirstOrThrow({ where: { guid: location } });
  tenant = found.tenantGuid;
});
afterAll(async () => {
  await other.close();
  await one.close();
});

interface Received {
  readonly id: string;
  readonly number: number;
}

interface Stream {
  readonly received: Received[];
  /** The event `started`. */
  readonly started: Promise<{ readonly resumed: boolean; readonly id: string }>;
  close(): void;
}

function openStream(server: Picket, lastEventId: string | undefined): Stream {
  const received: Received[] = [];
  const { promise: started, resolve, reject } = Promise.withResolvers<{ resumed: boolean; id: string }>();
  const close = server.server.pipeline.fanOut.subscribe(
    {
      tenant,
      mayView: () => true,
      onReady: () => {},
      onFailed: () => reject(new Error('the stream could not be started')),
      send: (event: StreamEventOut, id) => {
        if (event.type === 'started') resolve({ resumed: event.resumed, id: id ?? '' });
        if (event.type === 'sensor') received.push({ id: id ?? '', number: Number(event.serial_number) });
      },
    },
    parseCursor(lastEventId),
  );
  return { received, started, close };
}

/** A transaction of its own, which may stay open. */
async function beginWriter(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: one.platform.db.connectionString });
  await client.connect();
  await client.query('BEGIN');
  return client;
}

/** Writes events numbered from `first`. */
const write = (sql: Pick<pg.Client, 'query'>, first: number, count = 1): Promise<unknown> =>
  sql.query(
    `INSERT INTO live_event (tenant_guid, location_guid, data, created_at)
     SELECT $1, $2, jsonb_build_object('type', 'sensor', 'sentry', $3::text, 'model', 'FX2', 'serialNumber', n::text,
            'status', 'PAIRED'), now() FROM generate_series($4::int, $5::int) n`,
    [tenant, location, newGuid(), first, first + count - 1],
  );

async function end(client: pg.Client, how: 'COMMIT' | 'ROLLBACK'): Promise<void> {
  await client.query(how);
  await client.end();
}

const numbersOf = (received: readonly Received[]): readonly number[] => received.map(({ number }) => number);
const range = (first: number, count: number): readonly number[] => Array.from({ length: count }, (_, at) => first + at);

test('a writing transaction that stays open delays no event of others', async () => {
  const open = await beginWriter();
  await write(open, 1);
  const stream = openStream(one, undefined);
  await stream.started;
  const writer = await beginWriter();
  await write(writer, 2);
  await end(writer, 'COMMIT');
  one.platform.pubSub.notify();
  await expect.poll(() => numbersOf(stream.received)).toEqual([2]);
  // Its own events follow when it commits, to a stream that resumes as well.
  await end(open, 'COMMIT');
  const resumed = openStream(other, stream.received[0]?.id);
  expect((await resumed.started).resumed).toBe(true);
  expect(numbersOf(resumed.received)).toEqual([1]);
  await expect.poll(() => numbersOf(stream.received)).toEqual([2, 1]);
  stream.close();
  resumed.close();
});

type Step =
  | { readonly does: 'begin' | 'write'; readonly writer: number }
  | { readonly does: 'COMMIT' | 'ROLLBACK'; readonly writer: number }
  /** `lost`: so many of the last events never reached the client. */
  | { readonly does: 'reconnect'; readonly server: number; readonly lost: number };

const WRITERS = 4;
const writer = fc.nat({ max: WRITERS - 1 });
const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constantFrom('begin', 'write'), writer }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constantFrom('COMMIT', 'COMMIT', 'ROLLBACK'), writer }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('reconnect' as const),
      server: fc.nat({ max: 1 }),
      lost: fc.nat({ max: 3 }),
    }),
  },
);

/** Takes the steps; returns the numbers of the committed events, and of those that a client which resumes has received. */
async function take(plan: readonly Step[]): Promise<{ committed: readonly number[]; received: readonly number[] }> {
  const writers = new Map<number, { readonly client: pg.Client; readonly written: number[] }>();
  const committed: number[] = [];
  let next = 1;
  let stream = openStream(one, undefined);
  const { id: firstId } = await stream.started;
  let kept: readonly Received[] = [];
  const reconnect = async (server: number, lost: number): Promise<void> => {
    stream.close();
    const all = [...kept, ...stream.received];
    kept = all.slice(0, Math.max(0, all.length - lost));
    stream = openStream(servers[server] ?? one, kept.at(-1)?.id ?? firstId);
    expect((await stream.started).resumed).toBe(true);
  };
  const finish = async (which: number, how: 'COMMIT' | 'ROLLBACK'): Promise<void> => {
    const running = writers.get(which);
    if (running === undefined) return;
    writers.delete(which);
    await end(running.client, how);
    if (how === 'COMMIT') committed.push(...running.written);
    for (const server of servers) server.platform.pubSub.notify();
  };
  for (const step of plan) {
    if (step.does === 'reconnect') await reconnect(step.server, step.lost);
    else if (step.does === 'COMMIT' || step.does === 'ROLLBACK') await finish(step.writer, step.does);
    else {
      const running = writers.get(step.writer) ?? { client: await beginWriter(), written: [] };
      writers.set(step.writer, running);
      if (step.does === 'begin') continue;
      await write(running.client, next);
      running.written.push(next);
      next += 1;
    }
  }
  for (const which of [...writers.keys()]) await finish(which, 'COMMIT');
  await reconnect(0, 0);
  stream.close();
  return { committed, received: numbersOf([...kept, ...stream.received]) };
}

test('over interruptions, at two servers, a client gets every committed event once', async () => {
  const sort = (numbers: readonly number[]): readonly number[] => numbers.toSorted((a, b) => a - b);
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 10, maxLength: 40 }), async (plan) => {
      const { committed, received } = await take(plan);
      expect(sort(received)).toEqual(sort(committed));
    }),
    { numRuns: 25 },
  );
});

test('many events of one transaction arrive in order; a stream that missed too many starts again', async () => {
  const stream = openStream(one, undefined);
  const { id: before } = await stream.started;
  const client = await beginWriter();
  await write(client, 1, 1200);
  await end(client, 'COMMIT');
  one.platform.pubSub.notify();
  await expect.poll(() => stream.received.length).toBe(1200);
  expect(numbersOf(stream.received)).toEqual(range(1, 1200));
  const late = openStream(other, stream.received[1099]?.id);
  expect((await late.started).resumed).toBe(true);
  expect(numbersOf(late.received)).toEqual(range(1101, 100));
  for (const id of [before, stream.received[9]?.id]) {
    const early = openStream(other, id);
    expect((await early.started).resumed).toBe(false);
    expect(early.received).toEqual([]);
    early.close();
  }
  stream.close();
  late.close();
});

test('a cursor of another database, of the future or of half a day ago is not resumed', async () => {
  const stream = openStream(one, undefined);
  onTestFinished(() => stream.close());
  const { id } = await stream.started;
  const resumes = async (text: string): Promise<boolean> => {
    const resumed = openStream(one, text);
    const { resumed: isResumed } = await resumed.started;
    resumed.close();
    return isResumed;
  };
  const [log = '', at = ''] = id.split('.');
  expect(await resumes(id)).toBe(true);
  expect(await resumes(id.replace(log, '00000000'))).toBe(false);
  expect(await resumes(`${log}.${at}.zzzzzzzz`)).toBe(false);
  const halfADayAgo = (one.clock.now() - 12 * 3_600_000 - 1).toString(36);
  expect(await resumes(id.replace(at, halfADayAgo))).toBe(false);
});
