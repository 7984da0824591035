/** What an event stream costs that has ended, or whose cursor nobody was given. */
import { once } from 'node:events';
import { connect } from 'node:net';
import type { StreamEventOut } from '@picket/contracts/stream';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Cursor, parseCursor } from '../src/capabilities/events/event-cursor.ts';
import { EventFanOut } from '../src/capabilities/events/event-fan-out.ts';
import type { Sql } from '../src/platform/db/database.ts';
import { newGuid } from '../src/platform/keys/ids.ts';
import { openPicket, type Picket } from './harness.ts';

let picket: Picket;
let location: string;
let tenant: string;

beforeAll(async () => {
  picket = await openPicket();
  location = await picket.addLocation();
  const found = await picket.platform.db.prisma.location.findFirstOrThrow({ where: { guid: location } });
  tenant = found.tenantGuid;
});
afterAll(() => picket.close());

interface Watched {
  readonly fanOut: EventFanOut;
  /** The statements that were sent. */
  readonly statements: { readonly text: string; readonly values: readonly unknown[] }[];
  /** Statements are sent only once this is. */
  readonly open: () => void;
}

/** A fan-out whose statements are counted, and wait until the gate is opened. */
function watchedFanOut(): Watched {
  const { db, clock, log, pubSub } = picket.platform;
  const statements: Watched['statements'] = [];
  const gate = Promise.withResolvers<void>();
  const console: Sql = {
    query: async (text, values = [], prepared = undefined) => {
      await gate.promise;
      statements.push({ text, values });
      return db.console.query(text, values, prepared);
    },
  };
  const fanOut = new EventFanOut({ ...db, console }, clock, log, pubSub);
  onTestFinished(async () => {
    gate.resolve();
    await fanOut.close();
  });
  return { fanOut, statements, open: gate.resolve };
}

type StartedEvent = StreamEventOut<'started'>;

function subscribe({ fanOut }: Watched, from: Cursor | null, of = tenant) {
  const { promise: started, resolve, reject } = Promise.withResolvers<StartedEvent & { readonly id: string }>();
  const end = fanOut.subscribe(
    {
      tenant: of,
      mayView: () => true,
      onReady: () => {},
      onFailed: () => reject(new Error('the stream could not be started')),
      send: (event, id) => {
        if (event.type === 'started') resolve({ ...event, id: id ?? '' });
      },
    },
    from,
  );
  return { started, end };
}

/** Writes events of an organization, each in a transaction of its own. */
async function write(of: string, count: number): Promise<void> {
  for (let number = 0; number < count; number++)
    await picket.platform.db.console.query(
      `INSERT INTO live_event (tenant_guid, location_guid, data, created_at)
       VALUES ($1, $2, jsonb_build_object('type', 'sensor', 'sentry', $3::text, 'model', 'FX2', 'serialNumber', '1',
              'status', 'PAIRED'), now())`,
      [of, location, newGuid()],
    );
}

test('streams that ended before their turn send no statements', async () => {
  const watched = watchedFanOut();
  const first = subscribe(watched, null);
  const ended = Array.from({ length: 1000 }, () => subscribe(watched, null).end());
  watched.open();
  await first.started;
  await Promise.all(ended);
  await subscribe(watched, null).started;
  expect(watched.statements.length).toBeLessThan(10);
});

test('a stream that has ended counts until what it had begun is over', async () => {
  const base = await picket.server.app.listen({ host: '127.0.0.1', port: 0 });
  const viewer = await picket.addPerson('VIEWER', location);
  const ask = (signal: AbortSignal) => fetch(`${base}/api/v1/events`, { headers: { cookie: viewer.cookie }, signal });
  const open = new AbortController();
  onTestFinished(() => open.abort());
  expect((await ask(open.signal)).status).toBe(200);
  const blocker = new pg.Client({ connectionString: picket.platform.db.connectionString });
  await blocker.connect();
  onTestFinished(() => blocker.end());
  await blocker.query('BEGIN');
  await blocker.query('LOCK TABLE live_event IN ACCESS EXCLUSIVE MODE');
  // A snapshot that differs from the last one: what is new has to be read.
  await picket.platform.db.console.query('SELECT pg_current_xact_id()');
  for (let number = 0; number < 19; number++) {
    const socket = connect(Number(new URL(base).port), '127.0.0.1');
    const reached = once(picket.server.app.server, 'request');
    socket.write(`GET /api/v1/events HTTP/1.1\r\nHost: picket\r\nCookie: ${viewer.cookie}\r\n\r\n`);
    await reached;
    socket.destroy();
  }
  const statuses = async (): Promise<number> => {
    const asked = await ask(AbortSignal.timeout(300)).catch(() => null);
    return asked?.status ?? 0;
  };
  await expect.poll(statuses).toBe(429);
  await blocker.query('ROLLBACK');
  await expect.poll(statuses).toBe(200);
});

test('a cursor that no server has given out yet is not resumed, and reads no events', async () => {
  const watched = watchedFanOut();
  watched.open();
  const { started, end } = subscribe(watched, null);
  const { id } = await started;
  await write(tenant, 3);
  const real = parseCursor(id);
  if (real === null) throw new Error('the id is no cursor');
  const replays = async (at: number): Promise<{ readonly resumed: boolean; readonly reads: number }> => {
    await write(tenant, 1);
    const before = watched.statements.length;
    const { started: again, end: endAgain } = subscribe(watched, { ...real, at, seen: { next: 1, running: [] } });
    const { resumed } = await again;
    await endAgain();
    const reads = watched.statements.slice(before).filter(({ text }) => text.includes('tenant_guid = $7'));
    return { resumed, reads: reads.length };
  };
  expect(await replays(picket.clock.now() + 3_600_000)).toEqual({ resumed: false, reads: 0 });
  await end();
});

test('what was missed is read from the events of its own organization, and no more of them than are replayed', async () => {
  const { tenant: busy } = await picket.addTenant('Busy');
  const { db } = picket.platform;
  const watched = watchedFanOut();
  watched.open();
  const { started, end } = subscribe(watched, null);
  const { id } = await started;
  const here = parseCursor(id);
  if (here === null) throw new Error('the id is no cursor');
  await db.console.query(
    `INSERT INTO live_event (tenant_guid, data, created_at)
     SELECT $1, '{"type":"policy","policy":null}', now() FROM generate_series(1, 20000)`,
    [busy],
  );
  await db.console.query('ANALYZE live_event');
  for (const [of, resumed] of [
    [tenant, true],
    [busy, false],
  ] as const) {
    const from = { ...here, seen: { next: here.seen.next - 1, running: [] } };
    const { started: again, end: endAgain } = subscribe(watched, from, of);
    expect((await again).resumed).toBe(resumed);
    await endAgain();
    const read = watched.statements.findLast(({ text }) => text.includes('tenant_guid = $7'));
    const { rows } = await db.console.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) ${read?.text}`,
      read?.values,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    const counts = [...plan.matchAll(/(?:actual rows=|Rows Removed by \w+(?: \w+)*: )(\d+)/gu)].map(([, count]) =>
      Number(count),
    );
    expect(Math.max(...counts)).toBeLessThan(600);
  }
  await end();
});
