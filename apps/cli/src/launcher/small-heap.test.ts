import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { smallHeapOptions } from './small-heap.ts';

const GIB = 1024 ** 3;
const SMALL = ['--max-semi-space-size=4'];

test('below 2 GiB, of the machine or of its control group, the space for new objects is small', () => {
  expect(smallHeapOptions(GIB, undefined)).toEqual(SMALL);
  expect(smallHeapOptions(GIB, 0)).toEqual(SMALL);
  expect(smallHeapOptions(16 * GIB, GIB)).toEqual(SMALL);
  // Without a limit, control groups have one beyond any machine.
  expect(smallHeapOptions(GIB, 2 ** 63)).toEqual(SMALL);
  expect(smallHeapOptions(2 * GIB, 2 ** 63)).toEqual([]);
  expect(smallHeapOptions(2 * GIB, 0)).toEqual([]);
  expect(smallHeapOptions(16 * GIB, undefined)).toEqual([]);
});

test('a size that the operator set is theirs', () => {
  expect(smallHeapOptions(GIB, 0, '--max-semi-space-size=16')).toEqual([]);
  expect(smallHeapOptions(GIB, 0, '--enable-source-maps --max_semi_space_size=16')).toEqual([]);
  expect(smallHeapOptions(GIB, 0, '--max-old-space-size=400')).toEqual(SMALL);
});

test('Node knows the option, and new objects have less room with it', () => {
  const ended = spawnSync(
    process.execPath,
    [...SMALL, '-p', 'v8.getHeapSpaceStatistics().find((one) => one.space_name === "new_space") !== undefined'],
    { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } },
  );
  expect([ended.status, ended.stdout.trim(), ended.stderr]).toEqual([0, 'true', '']);
});
