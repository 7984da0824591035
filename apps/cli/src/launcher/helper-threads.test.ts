import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { helperThreadOptions } from './helper-threads.ts';

test('one processor is left to the server itself', () => {
  expect(helperThreadOptions(1)).toEqual(['--v8-pool-size=1']);
  expect(helperThreadOptions(2)).toEqual(['--v8-pool-size=1']);
  expect(helperThreadOptions(4)).toEqual(['--v8-pool-size=3']);
  expect(helperThreadOptions(5)).toEqual([]);
  expect(helperThreadOptions(64)).toEqual([]);
});

test('what NODE_OPTIONS say counts', () => {
  expect(helperThreadOptions(2, '--v8-pool-size=2')).toEqual([]);
  expect(helperThreadOptions(2, '--enable-source-maps --v8_pool_size=2')).toEqual([]);
  expect(helperThreadOptions(2, '--max-old-space-size=400')).toEqual(['--v8-pool-size=1']);
});

test('Node takes the option', () => {
  const ended = spawnSync(process.execPath, [...helperThreadOptions(2), '-p', '1 + 1'], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  expect([ended.status, ended.stdout.trim(), ended.stderr]).toEqual([0, '2', '']);
});
