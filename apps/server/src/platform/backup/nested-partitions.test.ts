import { expect, test } from 'vitest';
import { nestPartitions } from './nested-partitions.ts';

test('partitions of a distributed database become those of one database', () => {
  const flat = (name: string, bounds: string) => ({ name, parent: 'reading_chunk', bounds, by: null });
  const day = flat('reading_2026_11_01', "FOR VALUES FROM ('2026-11-01') TO ('2026-11-02')");
  expect(
    nestPartitions([
      day,
      flat('reading_chunk_keep_30_2026_11', "FOR VALUES FROM (30, '2026-11-01') TO (30, '2026-12-01')"),
      flat('reading_chunk_keep_30_2026_12', "FOR VALUES FROM (30, '2026-12-01') TO (30, '2027-01-01')"),
    ]),
  ).toEqual([
    { name: 'reading_chunk_keep_30', parent: 'reading_chunk', bounds: 'FOR VALUES IN (30)', by: 'RANGE (day)' },
    day,
    {
      ...flat('reading_chunk_keep_30_2026_11', "FOR VALUES FROM ('2026-11-01') TO ('2026-12-01')"),
      parent: 'reading_chunk_keep_30',
    },
    {
      ...flat('reading_chunk_keep_30_2026_12', "FOR VALUES FROM ('2026-12-01') TO ('2027-01-01')"),
      parent: 'reading_chunk_keep_30',
    },
  ]);
  expect(nestPartitions([day])).toEqual([day]);
});
