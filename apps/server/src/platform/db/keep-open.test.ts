import { expect, test, vi } from 'vitest';
import { keepOpen, type Sql } from './database.ts';

test('a transaction that computes for long sends a statement before Postgres takes it for idle', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const sent: string[] = [];
  const sql: Sql = {
    query: (text) => {
      sent.push(text);
      return Promise.resolve({ rows: [], rowCount: 0 });
    },
  };
  const stayOpen = keepOpen(sql);
  for (now = 0; now <= 29_000; now += 1000) await stayOpen();
  expect(sent).toHaveLength(5);
  vi.restoreAllMocks();
});
