import { expect, test } from 'vitest';
import { databaseSafety } from './database-safety.ts';
import type { DatabaseSettings } from './database-safety-store.ts';

const GOOD: DatabaseSettings = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  data_checksums: 'on',
  default_transaction_isolation: 'read committed',
};

test('a database as it is installed is safe', () => {
  expect(databaseSafety(GOOD)).toEqual({ unsafe: [], weak: [], settings: [] });
  for (const synchronous_commit of ['local', 'remote_write', 'remote_apply'])
    expect(databaseSafety({ ...GOOD, synchronous_commit })).toEqual({ unsafe: [], weak: [], settings: [] });
});

test.each([
  ['fsync', 'off', 'unsafe'],
  ['synchronous_commit', 'off', 'unsafe'],
  ['default_transaction_isolation', 'serializable', 'unsafe'],
  ['full_page_writes', 'off', 'weak'],
  ['data_checksums', 'off', 'weak'],
] as const)('%s = %s is %s, and the sentence names it', (setting, value, kind) => {
  const safety = databaseSafety({ ...GOOD, [setting]: value });
  expect(safety[kind]).toHaveLength(1);
  expect(safety[kind][0]).toContain(`${setting} is ${value}: `);
  expect(safety[kind === 'weak' ? 'unsafe' : 'weak']).toEqual([]);
  expect(safety.settings).toEqual([`${setting} = ${value}`]);
});
