/** An alert that is exported as evidence, and what `picket verify-export` says of it. */

import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openPromise } from 'yauzl';
import { probe, testWithFfmpeg } from '../../../tests/support/ffmpeg.ts';
import { verifyExport } from '../src/capabilities/clips/index.ts';
import { addCamera, announce, announcementOf, put, raiseMotion, uploadClip, urlOf } from './clip-uploads.ts';
import { type Device, type Picket, picketForTest } from './harness.ts';

const EVENING = Date.UTC(2026, 2, 2, 20);
const folder = mkdtempSync(join(tmpdir(), 'picket-export-'));
afterAll(() => rmSync(folder, { recursive: true }));

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

async function exportTo(name: string, alert: string): Promise<string> {
  const response = await picket.server.app.inject({
    method: 'POST',
    url: `/api/v1/alerts/${alert}/export`,
    headers: { cookie: picket.admin.cookie },
  });
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/zip']);
  const file = join(folder, name);
  writeFileSync(file, response.rawPayload);
  return file;
}

const MASK_CELLS: number[][] = Array.from({ length: 24 }, (_, row) => (row === 3 ? [0, 1, 2] : []));

async function setMask(cells: number[][]): Promise<void> {
  const path = `/sentries/${device.sentry}/camera-mask`;
  const put = await picket.call('PUT', path, { as: picket.admin, body: { cells } });
  if (put.status !== 200) throw new Error(`the mask answered ${put.status} ${JSON.stringify(put.body)}`);
}

/** A thermal picture of 21.5 degrees, whose second cell is unknown. */
async function sendThermal(): Promise<void> {
  const values = new Float32Array(24 * 32).fill(21.5);
  values[1] = Number.NaN;
  const data = Buffer.from(values.buffer).toString('base64');
  const at = formatInstant(picket.clock.now());
  await picket.report(device, [{ sensorMetricId: 'thermal_temperature', at, frame: { rows: 24, columns: 32, data } }]);
}

/** The bytes of the files of an export, by path. */
async function filesIn(file: string): Promise<ReadonlyMap<string, Buffer>> {
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false });
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  zip.close();
  return files;
}

const program = join(import.meta.dirname, '../../cli/src/picket.ts');

function verifyExportWith(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', program, 'verify-export', ...args],
    {
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '', PICKET_DATA_DIR: join(folder, 'none'), DATABASE_URL: '' },
    },
  );
  return { status, stdout, stderr };
}

/** By the command: genuine with the fingerprint of the installation alone, and not once a byte is changed. Changes the file. */
function expectVerifiedByCommand(file: string, fingerprint: string): void {
  expect(verifyExportWith(file, '--fingerprint', fingerprint)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('Genuine: signed by the installation'),
  });
  const otherKey = fingerprint.replace(/^..../u, (four) => (four === '0000' ? '0001' : '0000'));
  expect(verifyExportWith(file, '--fingerprint', otherKey)).toMatchObject({ status: 1, stdout: '' });
  expect(verifyExportWith(file)).toMatchObject({ status: 1, stderr: expect.stringContaining(fingerprint) });
  const changed = readFileSync(file);
  changed[changed.length - 300] = (changed[changed.length - 300] ?? 0) ^ 1;
  writeFileSync(file, changed);
  expect(verifyExportWith(file, '--fingerprint', fingerprint)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('Not genuine'),
  });
}

test('has the clips, the readings with their times, who exported it and when; the audit log has its digest', async () => {
  await setMask(MASK_CELLS);
  const alert = await raiseMotion(picket, device);
  await sendThermal();
  const { guid, video } = await uploadClip(picket, device, { recording: alert, isMasked: true });
  await setMask(MASK_CELLS.map(() => []));
  const file = await exportTo('alert.zip', alert);
  const verified = await verifyExport(file);
  if (!verified.isGenuine) throw new Error(verified.problem);
  const { manifest, fingerprint } = verified;
  const files = await filesIn(file);
  expect([...files.keys()]).toEqual([
    'manifest.json',
    'manifest.sig',
    'readme.txt',
    'alert.json',
    'timeline.csv',
    'readings.csv',
    'thermal.jsonl',
    `clips/${guid}/still.jpg`,
    `clips/${guid}/strip.jpg`,
    `clips/${guid}/video.mp4`,
  ]);
  expect(files.get(`clips/${guid}/video.mp4`)?.equals(video)).toBe(true);
  expect(files.get('readings.csv')?.toString()).toContain('2026-03-02T20:00:00Z,camera_motion,level,0.5\n');
  expect(files.get('alert.json')?.toString()).not.toContain('sig=');
  expect(manifest).toMatchObject({
    exportedBy: 'admin@picket.example',
    exportedAt: '2026-03-02T20:00:00Z',
    alert: { guid: alert, location: { guid: location, name: 'Server room' } },
    clips: [
      {
        guid,
        sentry: { guid: device.sentry, name: expect.stringMatching(/^Rack /u) },
        clockOffsetMs: 0,
        isMasked: true,
      },
    ],
    audit: { ordinal: expect.any(Number) },
  });
  // The mask of the time of recording, not that of now.
  expect(manifest.clips[0]?.masks).toMatchObject([{ revision: 1, setBy: 'admin@picket.example', cells: MASK_CELLS }]);
  expect(files.get('timeline.csv')?.toString()).toMatch(/^at,code,by,detail\n2026-03-02T20:00:00Z,/u);
  const [picture = ''] = files.get('thermal.jsonl')?.toString().trimEnd().split('\n') ?? [];
  const { values, ...frame } = JSON.parse(picture);
  expect(frame).toEqual({ at: '2026-03-02T20:00:00Z', sentry: device.sentry, rows: 24, columns: 32 });
  expect([values.length, values[0], values[1]]).toEqual([768, 21.5, null]);
  const version = await picket.call<ResponseOf<'GET /version'>>('GET', '/version');
  expect(version.body.evidenceFingerprint).toBe(fingerprint);
  const log = await picket.call<ResponseOf<'GET /audit'>>('GET', '/audit?action=CLIP_EXPORTED', { as: picket.admin });
  const digest = createHash('sha256')
    .update(files.get('manifest.json') ?? '')
    .digest('hex');
  expect(log.body.items).toMatchObject([{ after: { manifestSha256: digest, clips: [guid] } }]);

  expectVerifiedByCommand(file, fingerprint);
});

test('is for the administrators of the location; a clip whose bytes are damaged ends the export', async () => {
  const alert = await raiseMotion(picket, device);
  const { guid } = await uploadClip(picket, device, { recording: alert });
  const viewer = await picket.addPerson('VIEWER', location);
  expect((await picket.call('POST', `/alerts/${alert}/export`, { as: viewer })).status).toBe(403);
  const { admin } = await picket.addTenant('Elsewhere');
  expect((await picket.call('POST', `/alerts/${alert}/export`, { as: admin })).status).toBe(404);
  const row = await picket.platform.db.prisma.clip.findFirstOrThrow({ where: { guid } });
  const month = row.createdAt.toISOString().slice(0, 7);
  const object = join(picket.platform.config.dataDir, 'clips', row.tenantGuid, month, guid, 'video', '0');
  const bytes = readFileSync(object);
  bytes[100] = (bytes[100] ?? 0) ^ 1;
  writeFileSync(object, bytes);
  // Over a real socket: what breaks off has to look broken.
  const base = await picket.server.app.listen({ host: '127.0.0.1', port: 0 });
  const headers = { cookie: picket.admin.cookie };
  const exported = fetch(`${base}/api/v1/alerts/${alert}/export`, { method: 'POST', headers });
  await expect(exported.then((response) => response.arrayBuffer())).rejects.toThrow();
});

testWithFfmpeg('an exported clip plays: ffprobe decodes every picture of it', async () => {
  const made = join(folder, 'made.mp4');
  const filter = 'testsrc2=size=320x180:rate=15:duration=2';
  const encode = [
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-profile:v',
    'baseline',
    '-pix_fmt',
    'yuv420p',
    '-g',
    '15',
  ];
  const fragments = ['-movflags', '+empty_moov+default_base_moof+frag_every_frame+cmaf'];
  execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', filter, ...encode, ...fragments, '-y', made]);
  const video = readFileSync(made);
  const alert = await raiseMotion(picket, device);
  const announced = await announce(picket, device, announcementOf(picket, video, 2, { recording: alert }));
  expect((await put(picket, device, urlOf(announced.body), video)).status).toBe(204);
  const files = await filesIn(await exportTo('played.zip', alert));
  const exported = join(folder, 'exported.mp4');
  writeFileSync(exported, files.get(`clips/${announced.body.clip}/video.mp4`) ?? '');
  expect(probe(exported)).toMatchObject({ frames: 30, seconds: expect.closeTo(2, 1) });
});
