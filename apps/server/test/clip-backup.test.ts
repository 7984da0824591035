/** Clips and backups: held ones come back, deleted ones do not, and what is missing or damaged is found. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ResponseOf } from '@picket/contracts/endpoints';
import S3rver from 's3rver';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../../tests/support/database.ts';
import { createBackup, heldClipsFolder } from '../src/app/create-backup.ts';
import { restoreHeldClips } from '../src/capabilities/clips/index.ts';
import { openBackup } from '../src/platform/backup/open-backup.ts';
import { restoreBackup, restoreFiles } from '../src/platform/backup/restore-backup.ts';
import { readConfig } from '../src/platform/config/config.ts';
import { fsck } from '../src/views/run-integrity-checks.ts';
import { addCamera, uploadClip } from './clip-uploads.ts';
import { type Device, openPicket, type Picket, picketForTest, type Session } from './harness.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../prisma/migrations', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'picket-clip-backups-'));
afterAll(() => rmSync(scratch, { recursive: true }));

let picket: Picket;
let device: Device;
let backups: string;
let folders = 0;
const newFolder = (): string => join(scratch, String(folders++));

beforeEach(async () => {
  picket = await picketForTest({ environment: { PICKET_CLIPS_MIN_FREE_MB: '1' } });
  device = await picket.addDevice(await picket.addLocation());
  await addCamera(picket, device);
  backups = newFolder();
});

const upload = (seconds: number) => uploadClip(picket, device, {}, { seconds, bytesPerPicture: 200 });

async function hold(clip: string): Promise<string> {
  const body = { clip, reason: 'Insurance' };
  const made = await picket.call<ResponseOf<'POST /holds'>>('POST', '/holds', { as: picket.admin, body });
  return made.body.guid;
}

/** The same installation on the restored database, with its data in `dataDir`. */
async function restoreInto(
  path: string,
  dataDir: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<Picket> {
  const database = await createTestDatabase('template0');
  onTestFinished(() => database.drop());
  const { encryption: encryptionKey } = picket.platform.keys;
  const backup = await openBackup({ path, trust: { kind: 'keys', encryptionKey } });
  await restoreBackup({ connectionString: database.url, backup, migrations: MIGRATIONS });
  await restoreFiles(backup, dataDir);
  const now = picket.clock.now();
  const restored = await openPicket({ databaseUrl: database.url, dataDir, now, withoutAdmin: true, environment });
  onTestFinished(() => restored.close());
  return restored;
}

async function clipOf(at: Picket, as: Session, guid: string) {
  return (await at.call<ResponseOf<'GET /clips/{guid}'>>('GET', `/clips/${guid}`, { as })).body;
}

/** What its link of the console answers, signed in there. */
async function playedIn(at: Picket, guid: string) {
  const { links } = await clipOf(at, await at.signIn('admin@picket.example'), guid);
  return at.server.app.inject({ method: 'GET', url: `/api/v1${links?.play}` });
}

const copies = (): readonly string[] =>
  readdirSync(heldClipsFolder(backups), { recursive: true })
    .map(String)
    .filter((name) => statSync(join(heldClipsFolder(backups), name)).isFile());

test('held clips are copied beside the backups, and a restore brings them back', async () => {
  const held = await upload(2);
  const other = await upload(3);
  await createBackup(picket.platform, backups);
  expect(readdirSync(backups), 'nothing is held').toHaveLength(1);
  const guid = await hold(held.guid);
  picket.clock.pass(60);
  const { path } = await createBackup(picket.platform, backups);
  expect(copies().every((name) => name.includes(held.guid))).toBe(true);
  expect(copies()).toHaveLength(3);

  const second = await restoreInto(path, newFolder());
  const restoreFrom = (folder: string) => restoreHeldClips(second.platform, folder);
  const lost = [other.guid];
  expect(await restoreFrom(newFolder())).toEqual({ restored: 0, lost, uncopied: [held.guid] });
  expect(await restoreFrom(heldClipsFolder(backups))).toEqual({ restored: 1, lost, uncopied: [] });
  expect(await restoreFrom(heldClipsFolder(backups))).toEqual({ restored: 0, lost, uncopied: [] });
  const admin = await second.signIn('admin@picket.example');
  const { links } = await clipOf(second, admin, held.guid);
  const played = await second.server.app.inject({ method: 'GET', url: `/api/v1${links?.play}` });
  expect(played.rawPayload.equals(held.video)).toBe(true);
  const { objects } = second.server.pipeline.clips;
  const violations = await fsck(second.platform, () => {}, objects);
  expect(violations.map(({ check, count }) => [check, count])).toEqual([['clip-bytes', 3]]);
  expect(violations[0]?.examples[0]).toContain(other.guid);

  // What no hold keeps any more is in no copy.
  await picket.call('DELETE', `/holds/${guid}`, { as: picket.admin });
  picket.clock.pass(60);
  await createBackup(picket.platform, backups);
  expect(copies()).toEqual([]);
});

test('a clip that was deleted after the backup is deleted again after a restore', async () => {
  const [kept, deleted] = [await upload(2), await upload(3)];
  const { path } = await createBackup(picket.platform, backups);
  await picket.call('DELETE', `/clips/${deleted.guid}`, { as: picket.admin });
  const second = await restoreInto(path, picket.platform.config.dataDir);
  const admin = await second.signIn('admin@picket.example');
  expect((await clipOf(second, admin, deleted.guid)).state).toBe('READY');
  await second.server.pipeline.clips.sweep();
  expect(await clipOf(second, admin, deleted.guid)).toMatchObject({ state: 'DELETED', deleted: { reason: 'PERSON' } });
  expect((await clipOf(second, admin, kept.guid)).state).toBe('READY');
  const row = await second.platform.db.prisma.clip.findFirstOrThrow({ where: { guid: deleted.guid } });
  expect(row.key).toBeNull();
  expect(await second.server.pipeline.clips.repeatErasures(), 'it is done once').toBe(0);
});

test('an organization is not deleted while a hold keeps its clips; once deleted, a restore does not bring them back', async () => {
  const { tenant, admin } = await picket.addTenant('Acme');
  const theirs = await picket.addDevice(await picket.addLocation('Vault', admin), {}, admin);
  await addCamera(picket, theirs);
  const [held, deleted] = [await uploadClip(picket, theirs), await uploadClip(picket, theirs, {}, { seconds: 3 })];
  const body = { clip: held.guid, reason: 'Insurance' };
  const made = await picket.call<ResponseOf<'POST /holds'>>('POST', '/holds', { as: admin, body });
  const { path } = await createBackup(picket.platform, backups);
  const remove = () => picket.call('DELETE', `/tenants/${tenant}`, { as: picket.admin });
  const suspend = () => picket.call('PATCH', `/tenants/${tenant}`, { as: picket.admin, body: { suspended: true } });
  await suspend();
  expect(await remove()).toMatchObject({ status: 409, body: { message: expect.stringContaining('hold') } });
  await picket.call('PATCH', `/tenants/${tenant}`, { as: picket.admin, body: { suspended: false } });
  const again = await picket.signIn('admin@acme.example');
  expect((await picket.call('DELETE', `/holds/${made.body.guid}`, { as: again })).status).toBe(204);
  await suspend();
  expect((await remove()).status).toBe(204);
  const { dataDir } = picket.platform.config;
  const left = await Array.fromAsync(picket.server.pipeline.clips.objects.list(tenant));
  expect(left).toEqual([]);

  const second = await restoreInto(path, dataDir);
  const stateOf = (guid: string) => second.platform.db.prisma.clip.findFirstOrThrow({ where: { guid } });
  expect((await stateOf(deleted.guid)).state).toBe('READY');
  await second.server.pipeline.clips.sweep();
  expect(await stateOf(deleted.guid)).toMatchObject({ state: 'DELETED', deletedReason: 'TENANT_DELETED', key: null });
  // Its hold is back as well, and was set for a reason: a person decides.
  expect((await stateOf(held.guid)).state).toBe('READY');
});

test('a crash between the end of an organization and the note of it: the sweep notes what no clip has', async () => {
  const { guid } = await upload(2);
  const { path } = await createBackup(picket.platform, backups);
  await picket.platform.db.console.query('DELETE FROM clip WHERE guid = $1::uuid', [guid]);
  await picket.server.pipeline.clips.sweep();
  const second = await restoreInto(path, picket.platform.config.dataDir);
  await second.server.pipeline.clips.sweep();
  const row = await second.platform.db.prisma.clip.findFirstOrThrow({ where: { guid } });
  expect([row.state, row.key]).toEqual(['DELETED', null]);
});

/** An S3 service with empty buckets of these names, and the settings for one of them. */
async function openBuckets(...names: readonly string[]): Promise<(bucket: string) => Readonly<Record<string, string>>> {
  const service = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: newFolder(),
    configureBuckets: names.map((name) => ({ name, configs: [] })),
  });
  const { port } = (await service.run()) as AddressInfo;
  onTestFinished(() => service.close());
  return (bucket) => ({
    PICKET_CLIPS_URL: `s3://${bucket}/picket?endpoint=http://127.0.0.1:${port}&region=us-east-1`,
    PICKET_CLIPS_ACCESS_KEY_ID: 'S3RVER',
    PICKET_CLIPS_SECRET_ACCESS_KEY: 'S3RVER',
  });
}

test('clips in a bucket: held ones are copied beside the backups, and come back into another bucket', async () => {
  const settingsOf = await openBuckets('first', 'second');
  picket = await picketForTest({ environment: settingsOf('first') });
  device = await picket.addDevice(await picket.addLocation());
  await addCamera(picket, device);
  const [held, other] = [await upload(2), await upload(3)];
  await hold(held.guid);
  const { path } = await createBackup(picket.platform, backups);
  expect(copies()).toHaveLength(3);
  expect(copies().every((name) => name.includes(held.guid))).toBe(true);
  const second = await restoreInto(path, newFolder(), settingsOf('second'));
  expect(await restoreHeldClips(second.platform, heldClipsFolder(backups))).toEqual({
    restored: 1,
    lost: [other.guid],
    uncopied: [],
  });
  expect((await playedIn(second, held.guid)).rawPayload.equals(held.video)).toBe(true);
  expect((await playedIn(second, other.guid)).statusCode).toBeGreaterThanOrEqual(400);
});

test('no transaction is open while clips are copied: one that is idle for ten minutes is ended', async () => {
  await upload(2);
  const open: unknown[] = [];
  const store = createServer(async (_request, response) => {
    const { rows } = await picket.platform.db.console.query(
      `SELECT count(*)::int AS open FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'picket check'`,
    );
    open.push(rows[0]?.open);
    response.writeHead(403).end();
  });
  await once(store.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void store.close());
  const { port } = store.address() as AddressInfo;
  const { databaseUrl, dataDir } = picket.platform.config;
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    PICKET_DATA_DIR: dataDir,
    PICKET_CLIPS_URL: `s3://bucket/picket?endpoint=http://127.0.0.1:${port}&region=us-east-1`,
    PICKET_CLIPS_ACCESS_KEY_ID: 'KEY',
    PICKET_CLIPS_SECRET_ACCESS_KEY: 'KEY',
  });
  await expect(restoreHeldClips({ ...picket.platform, config }, heldClipsFolder(backups))).rejects.toThrow('403');
  expect(open[0]).toBe(0);
});

const program = join(import.meta.dirname, '../../cli/src/picket.ts');

test('picket restore into a new data folder: the held clip plays, and the report says what is lost', async () => {
  const [held, other] = [await upload(2), await upload(3)];
  await hold(held.guid);
  const { path } = await createBackup(picket.platform, backups);
  const database = await createTestDatabase('template0');
  onTestFinished(() => database.drop());
  const dataDir = newFolder();
  const keys = join(picket.platform.config.dataDir, 'keys.json');
  const args = ['--disable-warning=ExperimentalWarning', program, 'restore', path, '--keys', keys];
  const env = { ...process.env, NODE_OPTIONS: '', PICKET_DATA_DIR: dataDir, DATABASE_URL: database.url };
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env });
  expect(status, stderr).toBe(0);
  expect(stderr).toContain('1 clips that a hold keeps are back in the store.');
  expect(stderr).toContain('1 clips are not in the store');
  expect(stderr).toContain(other.guid);
  expect(stderr).not.toContain(held.guid);
  const now = picket.clock.now();
  const second = await openPicket({ databaseUrl: database.url, dataDir, now, withoutAdmin: true });
  onTestFinished(() => second.close());
  expect((await playedIn(second, held.guid)).rawPayload.equals(held.video)).toBe(true);
});

test('fsck finds a byte that was changed, a part that is missing, and objects that no clip has', async () => {
  const { guid } = await upload(2);
  const { guid: another } = await upload(3);
  const { platform, server } = picket;
  const { objects } = server.pipeline.clips;
  const check = async () =>
    (await fsck(platform, () => {}, objects)).map(({ check: name, examples }) => [name, ...examples]);
  expect(await check()).toEqual([]);
  const row = await platform.db.prisma.clip.findFirstOrThrow({ where: { guid } });
  const path = (clip: string): string => `${row.tenantGuid}/${row.createdAt.toISOString().slice(0, 7)}/${clip}`;
  const file = join(platform.config.dataDir, 'clips', path(guid), 'video', '0');
  const bytes = readFileSync(file);
  bytes[bytes.length - 1] = (bytes[bytes.length - 1] ?? 0) ^ 1;
  writeFileSync(file, bytes);
  rmSync(join(platform.config.dataDir, 'clips', path(another), 'strip'), { recursive: true });
  const stray = path('0190a3c4-1f00-7000-8000-000000000001');
  await objects.put(`${stray}/video/0`, Buffer.from('x'));
  const damaged = [`clip ${guid}: its video is missing or damaged`, `clip ${another}: its strip is missing or damaged`];
  expect(await check()).toEqual([
    ['clip-bytes', ...damaged],
    ['clip-objects', `objects of no clip: ${stray}`],
  ]);
});

test('fsck says that the store of clips could not be read, and calls no clip damaged', async () => {
  await upload(2);
  const fail = () => Promise.reject(new Error('the object store answered 503 to GET: SlowDown'));
  const unreadable = {
    ...picket.server.pipeline.clips.objects,
    read: fail,
    list: () => ({ [Symbol.asyncIterator]: () => ({ next: fail }) }),
  };
  const reason = 'the store of clips could not be read: the object store answered 503 to GET: SlowDown';
  expect(await fsck(picket.platform, () => {}, unreadable)).toMatchObject([
    { check: 'clip-bytes', count: 1, examples: [reason] },
    { check: 'clip-objects', count: 1, examples: [reason] },
  ]);
});

test('fsck calls no clip damaged that is deleted while it reads, and no object stray of a clip that is uploaded', async () => {
  const { guid } = await upload(2);
  const { objects } = picket.server.pipeline.clips;
  let isDeleted = false;
  let isUploaded = false;
  const changing = {
    ...objects,
    read: async (name: string) => {
      if (!isDeleted) {
        isDeleted = true;
        expect((await picket.call('DELETE', `/clips/${guid}`, { as: picket.admin })).status).toBe(204);
      }
      return objects.read(name);
    },
    list: async function* (path?: string) {
      if (!isUploaded) {
        isUploaded = true;
        await upload(3);
      }
      yield* objects.list(path);
    },
  };
  expect(await fsck(picket.platform, () => {}, changing)).toEqual([]);
  expect([isDeleted, isUploaded]).toEqual([true, true]);
});
