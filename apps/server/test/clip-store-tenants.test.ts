/** Store functions of clips called with the tenant of another organization: as store-tenants.test.ts does for the others. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { madeClip } from '../../../tests/support/made-clip.ts';
import { setKindWithVideo } from '../src/capabilities/alerts/lifecycle/alert-video-kind-store.ts';
import { countClipsMadeReady, lockEarlierClips } from '../src/capabilities/clips/alert-video/alert-clip-store.ts';
import * as videos from '../src/capabilities/clips/alert-video/alert-video-store.ts';
import { listOpenRecordings, lockOpenRecording } from '../src/capabilities/clips/alert-video/open-recording-store.ts';
import * as deletion from '../src/capabilities/clips/deletion/deletion-store.ts';
import { locationOfAlert } from '../src/capabilities/clips/holds/held-alert-store.ts';
import { raiseLinkEpoch } from '../src/capabilities/clips/links/link-epoch-store.ts';
import * as lists from '../src/capabilities/clips/queries/clip-list-store.ts';
import * as clips from '../src/capabilities/clips/storage/clip-store.ts';
import * as holds from '../src/capabilities/clips/storage/hold-store.ts';
import * as retention from '../src/capabilities/clips/storage/video-retention-store.ts';
import * as uploads from '../src/capabilities/clips/uploads/upload-store.ts';
import { findFirstMessage } from '../src/capabilities/notifications/deliveries/message-delivery-store.ts';
import type { Sql } from '../src/platform/db/database.ts';
import { newGuid } from '../src/platform/keys/ids.ts';
import { addCamera, announce, announcementOf, raiseMotion, uploadClip } from './clip-uploads.ts';
import { openPicket, type Picket } from './harness.ts';
import { hasEffect, wallOf } from './tenant-effects.ts';

let picket: Picket;
let own = '';
let other = '';

async function makeThings() {
  picket.clock.set(Date.UTC(2026, 2, 2, 20));
  picket.admin = await picket.signIn('admin@picket.example');
  const location = await picket.addLocation();
  const device = await picket.addDevice(location);
  await addCamera(picket, device);
  const alert = await raiseMotion(picket, device);
  const { guid: ready, video } = await uploadClip(picket, device, { recording: alert });
  picket.clock.pass(60);
  const { body } = await announce(picket, device, announcementOf(picket, madeClip({ seconds: 2 }), 2));
  const hold = newGuid();
  const at = new Date(picket.clock.now());
  const sql = picket.platform.db.console;
  const held = {
    guid: hold,
    clip: null,
    alert: null,
    location,
    startsAt: at,
    endsAt: at,
    reason: 'x',
    by: 'x',
    at,
    expiresAt: null,
  };
  const tenant = (await picket.platform.db.prisma.location.findFirstOrThrow({ where: { guid: location } })).tenantGuid;
  await holds.insertHold(sql, tenant, held);
  const row = await clips.findClip(sql, tenant, ready);
  const whole = await clips.findClip(sql, tenant, body.clip);
  if (row === null || whole === null) throw new Error('what was made is not there');
  // As if it was uploaded and not verified.
  await sql.query(`UPDATE clip_part SET "offset" = bytes WHERE clip_guid = $1::uuid`, [body.clip]);
  return {
    tenant,
    location,
    sentry: device.sentry,
    alert,
    ready,
    video,
    row,
    uploading: body.clip,
    whole,
    hold,
    held,
    at,
  };
}

type Things = Awaited<ReturnType<typeof makeThings>>;
type Call = (sql: Sql, tenant: string, things: Things) => Promise<unknown>;
let things: Things;

const later = (at: Date): Date => new Date(at.getTime() + 1000);
const spanOf = ({ at }: Things) => ({ from: new Date(0), to: later(at) });
const SIZE = { codec: 'avc1.42c01f', width: 1, height: 1 };

const CALLS: Readonly<Record<string, Call>> = {
  findClip: (sql, tenant, { ready }) => clips.findClip(sql, tenant, ready),
  findClipBySha256: (sql, tenant, { sentry, row }) => clips.findClipBySha256(sql, tenant, sentry, row.sha256),
  listParts: (sql, tenant, { ready }) => clips.listParts(sql, tenant, ready),
  listAlertsOfClips: (sql, tenant, { ready }) => clips.listAlertsOfClips(sql, tenant, [ready]),
  insertClip: (sql, tenant, { row, at }) =>
    uploads.insertClip(
      sql,
      tenant,
      { ...row, guid: newGuid(), sha256: Buffer.alloc(32), key: Buffer.alloc(9), clockOffsetMs: 0 },
      at,
    ),
  insertPart: (sql, tenant, { uploading }) =>
    uploads.insertPart(sql, tenant, uploading, { part: 'still', bytes: 9, sha256: Buffer.alloc(32) }),
  findPart: (sql, tenant, { ready }) => uploads.findPart(sql, tenant, ready, 'video'),
  moveOffset: (sql, tenant, { uploading, whole }) =>
    uploads.moveOffset(sql, tenant, uploading, 'video', { from: whole.bytes, to: 0 }),
  setPartComplete: (sql, tenant, { uploading }) => uploads.setPartComplete(sql, tenant, uploading, 'video'),
  setClipReady: (sql, tenant, { uploading, at }) => uploads.setClipReady(sql, tenant, uploading, SIZE, at),
  deleteUnfinishedClip: (sql, tenant, { uploading }) => uploads.deleteUnfinishedClip(sql, tenant, uploading),
  countClipsMadeReady: (sql, tenant, { alert }) => countClipsMadeReady(sql, tenant, alert),
  lockEarlierClips: async (sql, tenant, one) => {
    await sql.query('DELETE FROM alert_clip WHERE tenant_guid = $1::uuid', [one.tenant]);
    return lockEarlierClips(sql, tenant, one.sentry, { location: one.location, ...spanOf(one) });
  },
  lockClip: (sql, tenant, { ready }) => clips.lockClip(sql, tenant, ready),
  countUploads: (sql, tenant, { sentry }) => uploads.countUploads(sql, tenant, sentry),
  findAlertVideo: (sql, tenant, { alert }) => videos.findAlertVideo(sql, tenant, alert),
  insertAlertVideo: async (sql, tenant, { tenant: right, alert, sentry, at }) => {
    await sql.query('DELETE FROM alert_video WHERE tenant_guid = $1::uuid', [right]);
    const times = { recordFrom: at, recordUntil: null, expectedUntil: at };
    return videos.insertAlertVideo(sql, tenant, { alert, sentry, state: 'EXPECTED', reason: null, ...times }, at);
  },
  listOpenRecordings: (sql, tenant, { location }) => listOpenRecordings(sql, tenant, location),
  lockOpenRecording: (sql, tenant, { alert }) => lockOpenRecording(sql, tenant, alert),
  findRecordingSentry: (sql, tenant, { alert }) => videos.findRecordingSentry(sql, tenant, alert),
  setRecordUntil: (sql, tenant, { alert, at }) => videos.setRecordUntil(sql, tenant, alert, at, at),
  lockVideosOf: (sql, tenant, one) => videos.lockVideosOf(sql, tenant, one.sentry, { alerts: [], ...spanOf(one) }),
  countClipsOfAlerts: (sql, tenant, { sentry, alert }) =>
    videos.countClipsOfAlerts(sql, tenant, sentry, [alert], false),
  linkClip: async (sql, tenant, { tenant: right, alert, ready }) => {
    await sql.query('DELETE FROM alert_clip WHERE tenant_guid = $1::uuid', [right]);
    await videos.linkClip(sql, tenant, ready, [alert]);
    return clips.listAlertsOfClips(sql, right, [ready]);
  },
  setUploading: (sql, tenant, { alert, at }) => videos.setUploading(sql, tenant, [alert], later(at)),
  setReady: (sql, tenant, { alert, at }) => videos.setReady(sql, tenant, [alert], later(at)),
  setVideoState: async (sql, tenant, { tenant: right, alert, at }) => {
    await sql.query(`DELETE FROM alert_clip WHERE tenant_guid = $1::uuid`, [right]);
    return videos.setVideoState(sql, tenant, [alert], { from: ['READY'], state: 'DELETED', reason: null }, at);
  },
  noteQuota: async (sql, tenant, one) => {
    await sql.query(`UPDATE alert_video SET state = 'EXPECTED' WHERE tenant_guid = $1::uuid`, [one.tenant]);
    await videos.noteQuota(sql, tenant, one.sentry, spanOf(one));
    return (await videos.findAlertVideo(sql, one.tenant, one.alert))?.reason;
  },
  countBytes: (sql, tenant) => retention.countBytes(sql, tenant, null),
  readUsage: async (sql, tenant, { at }) => (await retention.readUsage(sql, tenant, at)).clips,
  listOver: (sql, tenant, { at }) => retention.listOver(sql, tenant, new Date(at.getTime() + 86_400_000), at, 9),
  listDeletable: (sql, tenant, { at }) =>
    retention.listDeletable(sql, tenant, null, { since: new Date(0), now: at, limit: 9 }),
  bytesOver: async (sql, tenant) => [...(await retention.bytesOver(sql, tenant, 0))],
  findVideoRetention: async (sql, tenant, { tenant: right, at }) => {
    const row = await retention.findVideoRetention(sql, right);
    await retention.saveVideoRetention(sql, right, { ...row, keepDays: 7, lastUpdateTs: at });
    return (await retention.findVideoRetention(sql, tenant)).keepDays === 7;
  },
  findPictureWait: async (sql, tenant, { tenant: right, at }) => {
    const row = await retention.findVideoRetention(sql, right);
    await retention.saveVideoRetention(sql, right, { ...row, pictureWaitSeconds: 7, lastUpdateTs: at });
    return retention.findPictureWait(sql, tenant);
  },
  findFirstMessage: async (sql, tenant, { tenant: right, alert, at }) => {
    const [destination, message] = [newGuid(), newGuid()];
    await sql.query(
      `INSERT INTO delivery (guid, tenant_guid, alert_guid, owner_guid, destination_guid, channel, change, occurrence, state, message_guid,
                             due_at, created_at)
       VALUES ($1::uuid, $2::uuid, $3::uuid, $4::uuid, $4::uuid, 'PUSH', 'RAISED', 1, 'SENT', $5::uuid, $6, $6)`,
      [newGuid(), right, alert, destination, message, at],
    );
    return findFirstMessage(sql, tenant, destination, alert);
  },
  showsClearPictures: async (sql, tenant, { tenant: right, at }) => {
    const row = await retention.findVideoRetention(sql, right);
    await retention.saveVideoRetention(sql, right, { ...row, clearPictures: true, lastUpdateTs: at });
    return retention.showsClearPictures(sql, tenant);
  },
  findHold: (sql, tenant, { hold, at }) => holds.findHold(sql, tenant, hold, at),
  listHolds: (sql, tenant, { at }) => holds.listHolds(sql, tenant, at),
  listHoldsOfClips: async (sql, tenant, { tenant: right, held, ready, at }) => {
    await holds.insertHold(sql, right, { ...held, guid: newGuid(), startsAt: null, endsAt: null });
    return holds.listHoldsOfClips(sql, tenant, [ready], at);
  },
  insertHold: async (sql, tenant, { tenant: right, held, at }) => {
    const guid = newGuid();
    await holds.insertHold(sql, tenant, { ...held, guid });
    return (await holds.findHold(sql, right, guid, at)) ?? (await holds.findHold(sql, tenant, guid, at));
  },
  setHoldLifted: (sql, tenant, { hold, at }) => holds.setHoldLifted(sql, tenant, hold, 'x', at),
  hasHold: (sql, tenant, { location, at }) => holds.hasHold(sql, tenant, location, at),
  locationOfAlert: (sql, tenant, { alert }) => locationOfAlert(sql, tenant, alert),
  findShownClip: (sql, tenant, { ready }) => lists.findShownClip(sql, tenant, ready),
  listClipsOfAlert: (sql, tenant, { alert }) => lists.listClipsOfAlert(sql, tenant, alert),
  listClipRows: (sql, tenant, { location }) => lists.listClipRows(sql, tenant, { visible: 'all', location }, null, 9),
  raiseLinkEpoch: async (sql, tenant, { tenant: right, ready }) => {
    await raiseLinkEpoch(sql, tenant, ready);
    return (await clips.findClip(sql, right, ready))?.linkEpoch;
  },
  destroyKeys: (sql, tenant, { ready, at }) =>
    deletion.destroyKeys(sql, tenant, [{ guid: ready, reason: 'AGE' }], { by: null, at }),
  setRemoved: async (sql, tenant, { ready, at }) => {
    await deletion.setRemoved(sql, tenant, [ready], at);
    return deletion.listUnknownAllTenants(sql, [ready]);
  },
  setKindWithVideo: (sql, tenant, { alert, at }) => setKindWithVideo(sql, tenant, [alert], later(at).getTime()),
};

const TABLES = ['clip', 'clip_part', 'alert_clip', 'alert_video', 'clip_hold', 'alert'];

/** These change what is there with the right organization before they are tried. */
const PREPARING = [
  'insertAlertVideo',
  'lockEarlierClips',
  'linkClip',
  'setVideoState',
  'noteQuota',
  'listHoldsOfClips',
];

/** What a call with this tenant returns or changes, beside what its preparation did with the right one. */
const hasEffectAs = (name: string, call: Call, tenant: string): Promise<boolean> =>
  hasEffect(picket.platform.db, PREPARING.includes(name) ? [] : TABLES, ({ sql }) => call(sql, tenant, things));

beforeAll(async () => {
  picket = await openPicket({ environment: { PICKET_CLIPS_MIN_FREE_MB: '1', PICKET_ROW_SECURITY: 'on' } });
  things = await makeThings();
  own = things.tenant;
  other = (await picket.addTenant('Neighbor')).tenant;
});
afterAll(() => picket.close());

test.each(Object.entries(CALLS))('%s does nothing for another organization', async (name, call) => {
  expect(await hasEffectAs(name, call, own), 'its own').toBe(true);
  expect(await hasEffectAs(name, call, other), 'another').toBe(false);
});

/** What it is tried with reads across organizations: behind the wall each clip is unknown. */
const NOT_BEHIND_THE_WALL = ['setRemoved'];
const WALLED = Object.entries(CALLS).filter(([name]) => !NOT_BEHIND_THE_WALL.includes(name));

test.each(WALLED)('%s does nothing in the transaction of another organization', async (_, call) => {
  for (const tenant of [own, other]) {
    const wall = wallOf(picket, tenant);
    expect(await hasEffect(picket.platform.db, TABLES, ({ sql }) => call(sql, own, things), { wall }), tenant).toBe(
      tenant === own,
    );
  }
});

test('an organization is named by its own guid', async () => {
  expect(await retention.nameOfTenant(picket.platform.db.console, newGuid())).toBeNull();
});
