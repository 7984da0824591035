/** Agents that answer in ways that no device should. */
import { ObjectType, type Varbind } from 'net-snmp';
import { expect, test } from 'vitest';
import { readColumns } from './read-columns.ts';

type Client = Parameters<typeof readColumns>[0];
type Next = Client['next'];

const COLUMN = '1.3.6.1.4.1.1.1';

const row = (index: number, value: Varbind['value'] = index, type = ObjectType.Integer): Varbind => ({
  oid: `${COLUMN}.${index}`,
  type,
  value,
});

/** Counts what was asked; more than this is asking for ever. */
function clientOf(next: Next, asksInBulk = true): Client & { readonly asked: () => number } {
  let count = 0;
  return {
    asksInBulk,
    asked: () => count,
    next: (oids, repetitions) => {
      count += 1;
      if (count > 500) throw new Error('asked for ever');
      return next(oids, repetitions);
    },
  };
}

const indexOf = (oid: string | undefined): number => (oid === COLUMN ? 0 : Number(oid?.split('.').at(-1)));

/** The rows from 1 on, in order. */
const honest =
  (rows: number, value: (index: number) => Varbind = row): Next =>
  async ([oid], repetitions) => {
    const first = indexOf(oid) + 1;
    return [Array.from({ length: Math.max(0, Math.min(repetitions, rows - first + 1)) }, (_, at) => value(first + at))];
  };

const rowsOf = async (client: Client, max = 200) => (await readColumns(client, [COLUMN], max)).get(COLUMN) ?? new Map();

test('thousands of rows are read up to the limit', async () => {
  const client = clientOf(honest(100_000));
  expect((await rowsOf(client)).size).toBe(200);
  expect(client.asked()).toBe(20);
});

test.each<[string, Next, number]>([
  ['sends the same row again and again', async () => [[row(1)]], 1],
  ['goes in a circle', async ([oid]) => [[row((indexOf(oid) % 3) + 1)]], 3],
  ['sends rows in another order', async () => [[row(3), row(1), row(2)]], 1],
  ['sends another column', async () => [[{ ...row(1), oid: '1.3.6.1.4.1.1.2.1' }]], 0],
  ['sends a column whose number begins alike', async () => [[{ ...row(1), oid: `${COLUMN}1.1` }]], 0],
  ['sends nothing', async () => [], 0],
  ['refuses everything', async () => null, 0],
])('an agent that %s is left', async (_name, next, rows) => {
  const client = clientOf(next);
  expect((await rowsOf(client)).size).toBe(rows);
  expect(client.asked()).toBeLessThan(10);
});

test('an agent that refuses several rows at once is asked for one after the other', async () => {
  const one: Next = async (oids, repetitions) => (repetitions > 1 ? null : honest(30)(oids, repetitions));
  expect((await rowsOf(clientOf(one))).size).toBe(30);
  // Over version 1 it was asked so already: it is at its end.
  const client = clientOf(async () => null, false);
  expect((await rowsOf(client)).size).toBe(0);
  expect(client.asked()).toBe(1);
});

test('what is no measurement is none, and a text is clean', async () => {
  const values = [
    row(1, Buffer.from('\u0000\u0007rack\n1'), ObjectType.OctetString),
    row(2, Buffer.from([0xff, 0xfe, 0x41]), ObjectType.OctetString),
    row(3, Buffer.from(`${'x'.repeat(119)}😀`), ObjectType.OctetString),
    row(4, Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]), ObjectType.Counter64),
    row(5, 4_000_000_000, ObjectType.Counter),
    row(6, -12, ObjectType.TimeTicks),
    row(7, 'seven', ObjectType.Integer),
    row(8, 4_294_967_295, ObjectType.Gauge),
  ];
  const read = await rowsOf(clientOf(honest(values.length, (index) => values[index - 1] ?? row(index))));
  expect([...read.values()]).toEqual([
    { kind: 'text', value: 'rack 1' },
    { kind: 'text', value: '\ufffd\ufffdA' },
    // Half of a character could not be stored.
    { kind: 'text', value: 'x'.repeat(119) },
    { kind: 'other' },
    { kind: 'other' },
    { kind: 'other' },
    { kind: 'other' },
    { kind: 'number', value: 4_294_967_295 },
  ]);
});
