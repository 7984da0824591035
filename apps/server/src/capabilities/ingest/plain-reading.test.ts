/** What is taken without the schema of a reading is what the schema would have given. */
import { ReadingBody } from '@picket/contracts/telemetry';
import { anything, array, assert, constantFrom, dictionary, double, oneof, property, record, string } from 'fast-check';
import { expect, test } from 'vitest';
import { readPlain } from './plain-reading.ts';

const PLAIN = {
  sensorMetricId: 'environment_temperature',
  at: '2026-11-21T10:00:00.123Z',
  values: { value: 21.5, other: null },
};

const time = constantFrom(
  PLAIN.at,
  '2026-11-21T10:00:00+01:00',
  '2026-02-31T10:00:00Z',
  '2026-11-21',
  '',
  ' '.repeat(41),
);
const value = oneof(double(), double({ noNaN: true, noDefaultInfinity: true }), anything());
const column = oneof(string({ maxLength: 70 }), constantFrom('value', '__proto__', 'constructor', 'x'.repeat(65)));
const values = oneof(dictionary(column, value), anything(), array(value));
const frame = oneof(
  anything(),
  record({ rows: constantFrom(1, 0), columns: constantFrom(1), data: constantFrom([1], '') }),
);
const sent = record(
  {
    sensorMetricId: oneof(constantFrom(PLAIN.sensorMetricId, '', 'x'.repeat(161)), string(), anything()),
    at: oneof(time, anything()),
    values,
    frame,
    extra: anything(),
  },
  { requiredKeys: [] },
);

test('what is taken without the schema is what the schema gives', () => {
  assert(
    property(oneof(sent, anything()), (one) => {
      const plain = readPlain(one);
      if (plain !== null) expect(ReadingBody.safeParse(one)).toEqual({ success: true, data: plain });
    }),
    { numRuns: 5000 },
  );
});

test('a plain reading is taken without the schema', () => {
  expect(readPlain(PLAIN)).toEqual(PLAIN);
});

test.for([
  { ...PLAIN, sensorMetricId: 'x'.repeat(161) },
  { ...PLAIN, at: '2026-02-31T10:00:00Z' },
  { ...PLAIN, at: `2026-11-21T10:00:00.123456789+01:00${' '.repeat(6)}` },
  { ...PLAIN, values: { ['x'.repeat(65)]: 1 } },
  { ...PLAIN, values: JSON.parse('{"__proto__":1}') },
  { ...PLAIN, values: { value: Number.POSITIVE_INFINITY } },
  { ...PLAIN, values: { value: '1' } },
  { ...PLAIN, values: [1] },
  { ...PLAIN, frame: { rows: 1, columns: 1, data: [1] } },
])('%j is left to the schema', (one) => {
  expect(readPlain(one)).toBeNull();
});
