/** Do-not-disturb of many alerts ends at one instant: each is unmuted, whatever happens to others. */
import { expect, test } from 'vitest';
import type { OnAlertsChanged } from '../src/capabilities/alerts/alert-ports.ts';
import { unmuteDueAlerts } from '../src/capabilities/alerts/index.ts';
import { createConfigSource } from '../src/capabilities/tenant-config/index.ts';
import type { Sql } from '../src/platform/db/database.ts';
import { type Picket, picketForTest, type Session } from './harness.ts';

const FIVE = Date.UTC(2026, 2, 2, 16);
/** More than one transaction unmutes. */
const COPIES = 59;

/** Motion in office hours, and as many alerts like it. */
async function muteMany(picket: Picket, admin: Session): Promise<void> {
  const device = await picket.addDevice(await picket.addLocation('Yard', admin), {}, admin);
  await picket.send(device, 'camera_motion', 0.5, picket.clock.now(), 'level');
  const { rowCount } = await picket.platform.db.console.query(
    `INSERT INTO alert SELECT c.* FROM alert a, generate_series(1, $2::int) i, jsonb_populate_record(a, jsonb_build_object(
       'guid', gen_random_uuid(), 'violation_key', 'copy ' || i, 'raised_at', a.raised_at + i * interval '1 ms')) c
      WHERE a.sentry_guid = $1::uuid AND a.muted`,
    [device.sentry, COPIES],
  );
  expect(rowCount).toBe(COPIES);
}

async function mutedOf({ platform }: Picket, tenant: string): Promise<number> {
  const { rows } = await platform.db.console.query<{ muted: number }>(
    'SELECT count(*)::int AS muted FROM alert WHERE tenant_guid = $1::uuid AND muted',
    [tenant],
  );
  return rows[0]?.muted ?? 0;
}

test('a configuration is loaded once, and an organization that fails keeps what it has done and holds up no other', async () => {
  const picket = await picketForTest();
  const { db } = picket.platform;
  const own = await db.prisma.tenant.findFirstOrThrow();
  const other = await picket.addTenant('Other');
  await muteMany(picket, picket.admin);
  picket.clock.pass(1);
  await muteMany(picket, other.admin);
  picket.clock.set(FIVE);
  expect(await mutedOf(picket, own.guid)).toBe(COPIES + 1);

  let statements = 0;
  const counted: Sql = {
    query: (text, values) => {
      statements += 1;
      return db.lookups.query(text, values);
    },
  };
  let calls = 0;
  const failing: OnAlertsChanged = async (_sql, changes) => {
    if (changes.some(({ tenant }) => tenant === own.guid) && ++calls === 2) throw new Error('cannot be handed on');
  };
  expect(await unmuteDueAlerts(picket.platform, createConfigSource(counted), failing)).toBe(COPIES + 1);
  expect(await mutedOf(picket, own.guid)).toBe(10);
  expect(await mutedOf(picket, other.tenant)).toBe(0);
  // Two organizations, each with its revision before and after.
  expect(statements).toBeLessThan(30);

  await picket.releaseMutedAlerts();
  expect(await mutedOf(picket, own.guid)).toBe(0);
});
