import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { evidenceFingerprint, formatSignature } from '../../../platform/keys/evidence-signature.ts';
import { type EvidenceFile, fileOf } from './evidence-files.ts';
import { type EvidenceManifest, formatManifest, MANIFEST, SIGNATURE } from './evidence-manifest.ts';
import { verifyExport } from './verify-archive.ts';
import { writeZip } from './write-zip.ts';

const folder = mkdtempSync(join(tmpdir(), 'picket-export-'));
afterAll(() => rmSync(folder, { recursive: true }));

const KEYS = { evidence: Buffer.alloc(32, 7) };
const OTHER_KEYS = { evidence: Buffer.alloc(32, 8) };
const FILES = [fileOf('alert.json', '{"a":1}\n'), fileOf('clips/a/video.mp4', 'no video, but bytes')];

const manifestOf = (files: readonly EvidenceFile[]): EvidenceManifest => ({
  format: 'picket-evidence-1',
  export: 'e',
  exportedAt: '2026-03-02T10:00:00Z',
  exportedBy: 'ada@picket.example',
  tenant: { guid: 't', name: 'Acme' },
  alert: {
    guid: 'a',
    kind: 'POLICY_ALERT_WITH_VIDEO',
    severity: 100,
    message: 'Motion',
    location: { guid: 'l', name: 'Server room', timezone: 'Europe/Zurich' },
    startedAt: '2026-03-02T09:00:00Z',
    raisedAt: '2026-03-02T09:00:00Z',
    endedAt: null,
  },
  clips: [],
  audit: { ordinal: 7, hash: 'aGFzaA' },
  files: files.map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 })),
});

/** `zipped`: the files that are in it, where they are not those that the manifest lists. */
interface ZipOptions {
  readonly zipped?: readonly EvidenceFile[];
  readonly keys?: typeof KEYS;
}

async function zipOf({ zipped = FILES, keys = KEYS }: ZipOptions = {}): Promise<Buffer> {
  const manifest = formatManifest(manifestOf(FILES));
  const signature = fileOf(SIGNATURE, formatSignature(keys, manifest));
  return buffer(writeZip([fileOf(MANIFEST, manifest.toString('utf8')), signature, ...zipped]));
}

async function verify(bytes: Buffer) {
  const file = join(folder, 'export.zip');
  writeFileSync(file, bytes);
  return verifyExport(file);
}

test('what was exported is genuine, and says by which key', async () => {
  expect(await verify(await zipOf())).toMatchObject({
    isGenuine: true,
    fingerprint: evidenceFingerprint(KEYS),
    manifest: { exportedBy: 'ada@picket.example' },
  });
  expect(await verify(await zipOf({ keys: OTHER_KEYS }))).toMatchObject({
    isGenuine: true,
    fingerprint: evidenceFingerprint(OTHER_KEYS),
  });
});

test('any byte that was changed is found: of a file, the manifest, the signature, a header, the directory, the end', async () => {
  const zip = await zipOf();
  const missed: number[] = [];
  for (let at = 0; at < zip.length; at += 1) {
    const changed = Buffer.from(zip);
    changed[at] = (changed[at] ?? 0) ^ 0x21;
    if ((await verify(changed)).isGenuine) missed.push(at);
  }
  expect(missed).toEqual([]);
});

test.each([
  ['cut off', async () => (await zipOf()).subarray(0, -1)],
  ['bytes after its end', async () => Buffer.concat([await zipOf(), Buffer.from('x')])],
  ['bytes before its beginning', async () => Buffer.concat([Buffer.from('x'), await zipOf()])],
  ['empty', async () => Buffer.alloc(0)],
  ['no zip', async () => Buffer.from('PK no zip')],
])('%s: not genuine', async (_name, make) => {
  expect((await verify(await make())).isGenuine).toBe(false);
});

test('files that are missing, added, exchanged or in another order are found', async () => {
  const [alert, video] = FILES;
  if (alert === undefined || video === undefined) throw new Error('there are two files');
  const problems = await Promise.all(
    [[alert], [...FILES, fileOf('more.txt', 'x')], [video, alert]].map((zipped) => zipOf({ zipped })),
  );
  for (const zip of problems)
    expect(await verify(zip)).toEqual({
      isGenuine: false,
      problem: 'the archive has other files than its manifest lists',
    });
  const exchanged = [alert, { ...fileOf('clips/a/video.mp4', 'no video, but BYTES'), path: video.path }];
  expect(await verify(await zipOf({ zipped: exchanged }))).toEqual({
    isGenuine: false,
    problem: 'clips/a/video.mp4 has other bytes than its manifest lists',
  });
});

test('a manifest that somebody else wrote is not signed by the key', async () => {
  const manifest = formatManifest({ ...manifestOf(FILES), exportedBy: 'eve@picket.example' });
  const signature = fileOf(SIGNATURE, formatSignature(KEYS, formatManifest(manifestOf(FILES))));
  const zip = await buffer(writeZip([fileOf(MANIFEST, manifest.toString('utf8')), signature, ...FILES]));
  expect(await verify(zip)).toEqual({ isGenuine: false, problem: 'the signature of the manifest is wrong' });
});
