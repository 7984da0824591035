/** What the integrity checks say of a database whose rows are placed on several. */
import { expect, test } from 'vitest';
import { checkIntegrity } from '../src/views/run-integrity-checks.ts';
import { picketForTest } from './harness.ts';
import { plantPlacement } from './planted-placement.ts';

const CHECK = 'reading-in-its-partition';

test('that readings are in their partitions is checked on one database, and is not claimed of a distributed one', async () => {
  const picket = await picketForTest();
  const { platform } = picket;
  const { console: sql } = platform.db;
  await picket.send(await picket.addDevice(await picket.addLocation()), 'environment_temperature', 20);
  const whole = await checkIntegrity(platform);
  expect(whole).toMatchObject({ violations: [], notChecked: [] });
  await sql.query(
    `INSERT INTO reading_default (tenant_guid, series_id, at, value) SELECT tenant_guid, id, '2020-01-01', 1 FROM series LIMIT 1`,
  );
  await sql.query('CREATE TABLE reading_2020_01_01 ()');
  const { violations } = await checkIntegrity(platform);
  expect(violations).toMatchObject([{ check: CHECK, count: 1, examples: ['1 readings of 2020-01-01'] }]);
  await plantPlacement(sql);
  expect(await checkIntegrity(platform)).toEqual({
    violations: [],
    notChecked: [
      {
        check: CHECK,
        rule: 'the default partition holds no reading of a day that has a partition',
        why: 'the database is distributed',
      },
    ],
    count: whole.count - 1,
  });
});
