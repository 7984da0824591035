import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { beforeEach, describe, expect, test } from 'vitest';
import { madeClip } from '../../../tests/support/made-clip.ts';
import { auditProblems, readAnchors } from '../src/capabilities/audit/index.ts';
import { destroyKeys } from '../src/capabilities/clips/deletion/deletion-store.ts';
import { insertHold } from '../src/capabilities/clips/storage/hold-store.ts';
import type { Sql } from '../src/platform/db/database.ts';
import { newGuid } from '../src/platform/keys/ids.ts';
import { addCamera, announce, announcementOf, patch, raiseMotion, uploadClip, urlOf } from './clip-uploads.ts';
import { type Device, type Picket, picketForTest } from './harness.ts';
import { until } from './socket-client.ts';

const EVENING = Date.UTC(2026, 2, 2, 20);

let picket: Picket;
let location: string;
let device: Device;

beforeEach(async () => {
  picket = await picketForTest({ environment: { PICKET_CLIPS_MIN_FREE_MB: '1' } });
  picket.clock.set(EVENING);
  picket.admin = await picket.signIn('admin@picket.example');
  location = await picket.addLocation();
  device = await picket.addDevice(location);
  await addCamera(picket, device);
});

type AlertDetail = ResponseOf<'GET /alerts/{guid}'>;
const detailOf = async (alert: string): Promise<AlertDetail> =>
  (await picket.call<AlertDetail>('GET', `/alerts/${alert}`, { as: picket.admin })).body;
const clipOf = async (guid: string) =>
  (await picket.call<ResponseOf<'GET /clips/{guid}'>>('GET', `/clips/${guid}`, { as: picket.admin })).body;

/** A real request: `inject` does not show how a body is streamed. */
async function fetchPart(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await picket.server.app.inject({
    method: method as 'GET',
    url: path.startsWith('/api/v1') ? path : `/api/v1${path}`,
    headers,
  });
  return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload };
}

/** Of clips: which were deleted is noted beside them. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => !name.startsWith('erased') && statSync(join(folder, name)).isFile());
}
const clipFolder = (): string => join(picket.platform.config.dataDir, 'clips');

describe('the end of a clip', () => {
  test('deleting destroys the key, then the objects, and the alert says so', async () => {
    const alert = await raiseMotion(picket, device);
    const { guid } = await uploadClip(picket, device, { recording: alert });
    const { links } = await clipOf(guid);
    expect((await picket.call('DELETE', `/clips/${guid}`, { as: picket.admin })).status).toBe(204);
    expect((await fetchPart(links?.play ?? '')).status).toBe(410);
    expect(await detailOf(alert)).toMatchObject({ kind: 'POLICY_ALERT_WITH_VIDEO', video: { state: 'DELETED' } });
    expect((await clipOf(guid)).deleted).toMatchObject({ reason: 'PERSON', by: 'admin@picket.example' });
    expect(filesIn(clipFolder())).toEqual([]);
    const row = await picket.platform.db.prisma.clip.findFirstOrThrow({ where: { guid } });
    expect([row.key, row.removedAt === null]).toEqual([null, false]);
  });

  test('a hold keeps a clip from people, from rules, and its location and organization with it', async () => {
    const { guid } = await uploadClip(picket, device);
    const hold = await picket.call<ResponseOf<'POST /holds'>>('POST', '/holds', {
      as: picket.admin,
      body: { clip: guid, reason: 'Insurance' },
    });
    expect(hold).toMatchObject({ status: 201, body: { scope: 'CLIP', clip: guid } });
    expect((await picket.call('DELETE', `/clips/${guid}`, { as: picket.admin })).status).toBe(409);
    picket.clock.pass(40 * 86_400);
    picket.admin = await picket.signIn('admin@picket.example');
    expect(await picket.server.pipeline.clips.applyRetention()).toBe(0);
    expect((await clipOf(guid)).holds).toMatchObject([{ reason: 'Insurance' }]);
    await picket.call('DELETE', `/sentries/${device.sentry}`, { as: picket.admin });
    expect((await picket.call('DELETE', `/locations/${location}`, { as: picket.admin })).status).toBe(409);
    expect((await picket.call('DELETE', `/holds/${hold.body.guid}`, { as: picket.admin })).status).toBe(204);
    expect((await picket.call('DELETE', `/holds/${hold.body.guid}`, { as: picket.admin })).status).toBe(404);
    expect(await picket.server.pipeline.clips.applyRetention()).toBe(1);
    expect((await clipOf(guid)).deleted).toMatchObject({ reason: 'AGE' });
  });

  test('a hold and a deletion at the same time: the later one finds the other', async () => {
    const { db } = picket.platform;
    const tenant = (await db.prisma.location.findFirstOrThrow({ where: { guid: location } })).tenantGuid;
    const [first, second] = [await uploadClip(picket, device), await uploadClip(picket, device)];
    const at = new Date(picket.clock.now());
    /** Asks while another transaction has done its part and is not committed. */
    const askDuring = async (work: (sql: Sql) => Promise<unknown>, ask: () => Promise<{ readonly status: number }>) => {
      let asked = Promise.resolve({ status: 0 });
      await db.inSqlTx(async (sql) => {
        await work(sql);
        asked = ask();
        await until(async () => {
          const waiting = `SELECT 1 AS one FROM pg_locks WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
          return (await db.lookups.query(waiting)).rows.length > 0;
        });
      });
      return (await asked).status;
    };
    const body = { clip: first.guid, reason: 'Insurance' };
    const setHold = () => picket.call('POST', '/holds', { as: picket.admin, body });
    const due = [{ guid: first.guid, reason: 'AGE' }] as const;
    expect(await askDuring((sql) => destroyKeys(sql, tenant, due, { by: null, at }), setHold)).toBe(410);
    expect(await db.prisma.clipHold.count()).toBe(0);

    const hold = { guid: newGuid(), clip: second.guid, alert: null, location: null, startsAt: null, endsAt: null };
    const row = { ...hold, reason: 'Insurance', by: 'x', at, expiresAt: null };
    const remove = () => picket.call('DELETE', `/clips/${second.guid}`, { as: picket.admin });
    expect(await askDuring((sql) => insertHold(sql, tenant, row), remove)).toBe(409);
    expect((await clipOf(second.guid)).state).toBe('READY');
  });

  test('many at once: each has its audit entry in one intact chain, and none comes back with a restored database', async () => {
    const { guid } = await uploadClip(picket, device);
    const kept = await uploadClip(picket, device);
    const sql = picket.platform.db.console;
    await sql.query(
      `INSERT INTO clip (tenant_guid, guid, location_guid, sentry_guid, started_at, ended_at, state, codec, sha256, chunk_hashes, bytes, key, created_at)
       SELECT tenant_guid, gen_random_uuid(), location_guid, sentry_guid, started_at, ended_at, state, codec, sha256(n::text::bytea),
              chunk_hashes, bytes, key, created_at FROM clip, generate_series(1, 119) n WHERE guid = $1::uuid`,
      [guid],
    );
    await picket.call('POST', '/holds', { as: picket.admin, body: { clip: kept.guid, reason: 'Insurance' } });
    picket.clock.pass(40 * 86_400);
    const { clips } = picket.server.pipeline;
    expect(await clips.applyRetention()).toBe(120);
    expect(filesIn(clipFolder())).toHaveLength(3);
    const { prisma } = picket.platform.db;
    const deleted = { state: 'DELETED', key: null, deletedReason: 'AGE', NOT: { removedAt: null } };
    expect(await prisma.clip.count({ where: deleted })).toBe(120);
    expect(await prisma.auditEntry.count({ where: { action: 'CLIP_DELETED', actorName: 'video retention' } })).toBe(
      120,
    );
    expect(await auditProblems(picket.platform, sql, await readAnchors(picket.platform, sql))).toEqual([]);
    // As a backup from before has them.
    await sql.query(`UPDATE clip SET state = 'READY', key = 'x'::bytea WHERE guid <> $1::uuid`, [kept.guid]);
    expect(await clips.repeatErasures()).toBe(120);
    expect(await clips.repeatErasures()).toBe(0);
  });

  test('retention by bytes deletes false alarms first, then the oldest; the preview says which', async () => {
    const oldest = await uploadClip(picket, device);
    picket.clock.pass(60);
    const alert = await raiseMotion(picket, device);
    const falseAlarm = await uploadClip(picket, device, { recording: alert });
    await picket.call('POST', `/alerts/${alert}/verdict`, { as: picket.admin, body: { verdict: 'FALSE_ALARM' } });
    picket.clock.pass(60);
    // Of another sentry: one of the first would belong to the open alert as well.
    await uploadClip(picket, await picket.addDevice(location));
    const { prisma } = picket.platform.db;
    const body = { keepDays: 30, maxBytes: 100_000_000, sentryMaxBytes: null, whenFull: 'OLDEST_FIRST' };
    const put = await picket.call<ResponseOf<'PUT /video-retention'>>('PUT', '/video-retention', {
      as: picket.admin,
      body,
    });
    expect([put.status, put.body.usage.clips]).toEqual([200, 3]);
    expect(await picket.server.pipeline.clips.applyRetention()).toBe(0);
    await prisma.videoRetention.updateMany({ data: { maxBytes: BigInt(put.body.usage.bytes - 1) } });
    expect(await picket.server.pipeline.clips.applyRetention()).toBe(1);
    expect((await clipOf(falseAlarm.guid)).deleted).toMatchObject({ reason: 'QUOTA' });
    await prisma.videoRetention.updateMany({ data: { maxBytes: BigInt(Math.floor(put.body.usage.bytes / 2)) } });
    expect(await picket.server.pipeline.clips.applyRetention()).toBe(1);
    expect((await clipOf(oldest.guid)).state).toBe('DELETED');
  });

  test('the limit of a sentry is kept, however many older clips others have', async () => {
    const first = await uploadClip(picket, device);
    picket.clock.pass(60);
    await uploadClip(picket, device);
    const other = await picket.addDevice(location);
    await picket.platform.db.console.query(
      `INSERT INTO clip (tenant_guid, guid, location_guid, sentry_guid, started_at, ended_at, state, codec, sha256, chunk_hashes, bytes, key, created_at)
       SELECT tenant_guid, gen_random_uuid(), location_guid, $2::uuid, started_at - '1 hour'::interval, ended_at - '1 hour'::interval, state, codec,
              sha256(n::text::bytea), chunk_hashes, 0, key, created_at FROM clip, generate_series(1, 1001) n WHERE guid = $1::uuid`,
      [first.guid, other.sentry],
    );
    const { usage } = (
      await picket.call<ResponseOf<'PUT /video-retention'>>('PUT', '/video-retention', {
        as: picket.admin,
        body: { keepDays: 30, maxBytes: 100_000_000, sentryMaxBytes: 100_000_000, whenFull: 'OLDEST_FIRST' },
      })
    ).body;
    await picket.platform.db.prisma.videoRetention.updateMany({ data: { sentryMaxBytes: BigInt(usage.bytes - 1) } });
    expect(await picket.server.pipeline.clips.applyRetention()).toBe(1);
    expect((await clipOf(first.guid)).deleted).toMatchObject({ reason: 'QUOTA' });
  });

  test('a clip that an alert needs that nobody has judged is no false alarm', async () => {
    const oldest = await uploadClip(picket, device);
    picket.clock.pass(60);
    const alert = await raiseMotion(picket, device);
    const shared = await uploadClip(picket, device, { recording: alert });
    const unjudged = await picket.call<{ guid: string }>('POST', '/alerts', {
      as: picket.admin,
      body: { location, severity: 400, message: 'Smoke' },
    });
    await picket.platform.db.console.query(
      `INSERT INTO alert_clip SELECT (jsonb_populate_record(x, jsonb_build_object('alert_guid', $2::text))).* FROM alert_clip x WHERE clip_guid = $1::uuid`,
      [shared.guid, unjudged.body.guid],
    );
    await picket.call('POST', `/alerts/${alert}/verdict`, { as: picket.admin, body: { verdict: 'FALSE_ALARM' } });
    const body = { keepDays: 30, maxBytes: 100_000_000, sentryMaxBytes: null, whenFull: 'OLDEST_FIRST' };
    const { usage } = (
      await picket.call<ResponseOf<'PUT /video-retention'>>('PUT', '/video-retention', { as: picket.admin, body })
    ).body;
    await picket.platform.db.prisma.videoRetention.updateMany({ data: { maxBytes: BigInt(usage.bytes - 1) } });
    expect(await picket.server.pipeline.clips.applyRetention()).toBe(1);
    expect((await clipOf(shared.guid)).state).toBe('READY');
    expect((await clipOf(oldest.guid)).state).toBe('DELETED');
  });

  test('what is over makes room first: nothing else is deleted for it', async () => {
    const old = await uploadClip(picket, device);
    picket.clock.pass(31 * 86_400);
    picket.admin = await picket.signIn('admin@picket.example');
    const recent = await uploadClip(picket, device);
    const { prisma } = picket.platform.db;
    const body = { keepDays: 30, maxBytes: 100_000_000, sentryMaxBytes: 100_000_000, whenFull: 'OLDEST_FIRST' };
    const { usage } = (
      await picket.call<ResponseOf<'PUT /video-retention'>>('PUT', '/video-retention', { as: picket.admin, body })
    ).body;
    const almost = BigInt(usage.bytes - 1);
    await prisma.videoRetention.updateMany({ data: { maxBytes: almost, sentryMaxBytes: almost } });
    expect(await picket.server.pipeline.clips.applyRetention()).toBe(1);
    expect((await clipOf(old.guid)).deleted).toMatchObject({ reason: 'AGE' });
    expect((await clipOf(recent.guid)).state).toBe('READY');
  });

  test('the video of all organizations, with its cost where the installation has a price', async () => {
    const { guid } = await uploadClip(picket, device);
    await picket.call('POST', '/holds', { as: picket.admin, body: { clip: guid, reason: 'Insurance' } });
    await picket.addTenant('Acme');
    const listOf = async (at: Picket, query = '') =>
      (
        await at.call<ResponseOf<'GET /video-retention/tenants'>>('GET', `/video-retention/tenants${query}`, {
          as: at.admin,
        })
      ).body;
    const { items } = await listOf(picket);
    const usage = (
      await picket.call<ResponseOf<'GET /video-retention'>>('GET', '/video-retention', { as: picket.admin })
    ).body;
    const own = items.find(({ tenant }) => tenant.guid === usage.tenant);
    const { bytes, oldestAt } = usage.usage;
    expect(own).toMatchObject({ keepDays: 30, bytes, clips: 1, heldBytes: bytes, heldClips: 1, oldestAt });
    expect(items.find(({ tenant }) => tenant.name === 'Acme')).toMatchObject({ bytes: 0, clips: 0, maxBytes: 50e9 });
    expect(items.map(({ monthlyCost }) => monthlyCost)).toEqual([undefined, undefined]);
    const first = await listOf(picket, '?limit=1');
    const second = await listOf(picket, `?limit=1&cursor=${first.nextCursor}`);
    expect([...first.items, ...second.items]).toEqual(items);

    const priced = await picketForTest({
      environment: { PICKET_CLIPS_MIN_FREE_MB: '1', PICKET_CLIPS_GB_PRICE: '0.5 EUR' },
    });
    const there = await priced.addDevice(await priced.addLocation());
    await addCamera(priced, there);
    await uploadClip(priced, there);
    const [only] = (await listOf(priced)).items;
    expect(only?.monthlyCost).toEqual({ amount: ((only?.bytes ?? 0) / 1e9) * 0.5, currency: 'EUR' });
  });

  test('an organization that is full, or a disk that is nearly full, answers 503 and the sentry keeps its clip', async () => {
    const { body } = await picket.call<ResponseOf<'GET /video-retention'>>('GET', '/video-retention', {
      as: picket.admin,
    });
    const settings = { keepDays: body.keepDays, maxBytes: 100_000_000, whenFull: 'REFUSE_NEW' };
    await picket.call('PUT', '/video-retention', { as: picket.admin, body: settings });
    await picket.platform.db.prisma.videoRetention.updateMany({ data: { maxBytes: 10n } });
    const announcement = announcementOf(picket, madeClip({ seconds: 2 }), 2);
    const full = await announce(picket, device, announcement);
    expect([full.status, full.headers['retry-after']]).toEqual([503, '3600']);
    const other = await picketForTest({ environment: { PICKET_CLIPS_MIN_FREE_MB: '100000000' } });
    const there = await other.addDevice(await other.addLocation());
    await addCamera(other, there);
    const disk = await announce(other, there, announcementOf(other, madeClip({ seconds: 2 }), 2));
    expect([disk.status, disk.headers['retry-after']]).toEqual([503, '300']);
  });

  test('the sweep completes what a crash left, and removes what no clip has', async () => {
    const video = madeClip({ seconds: 2, bytesPerPicture: 200 });
    const { body } = await announce(picket, device, announcementOf(picket, video, 2));
    const sql = picket.platform.db.console;
    await patch(picket, device, urlOf(body), 0, video.subarray(0, -1));
    // As if the process ended after the last byte was counted.
    const rest = await patch(picket, device, urlOf(body), video.length - 1, video.subarray(-1));
    expect(rest.status).toBe(204);
    await sql.query(`UPDATE clip SET state = 'UPLOADING', ready_at = NULL WHERE guid = $1::uuid`, [body.clip]);
    await sql.query(`UPDATE clip_part SET is_complete = false WHERE clip_guid = $1::uuid`, [body.clip]);
    await picket.server.pipeline.clips.finishUploads();
    expect((await clipOf(body.clip)).state).toBe('READY');
    await sql.query(`DELETE FROM clip WHERE guid = $1::uuid`, [body.clip]);
    expect(filesIn(clipFolder())).toHaveLength(1);
    expect(await picket.server.pipeline.clips.sweep()).toBe(1);
    expect(filesIn(clipFolder())).toEqual([]);
  });
});
