import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { IS_DEEP } from '../../../../../../tests/support/deep.ts';
import { evidenceFingerprint, formatSignature } from '../../../platform/keys/evidence-signature.ts';
import { type EvidenceFile, fileOf, GUIDE, timelineTable } from './evidence-files.ts';
import { type EvidenceManifest, formatManifest, MANIFEST, SIGNATURE } from './evidence-manifest.ts';
import { verifyExport } from './verify-archive.ts';
import { writeZip } from './write-zip.ts';

const folder = mkdtempSync(join(tmpdir(), 'picket-export-'));
afterAll(() => rmSync(folder, { recursive: true }));

const KEYS = { evidence: Buffer.alloc(32, 7) };
const OTHER_KEYS = { evidence: Buffer.alloc(32, 8) };
const FILES = [fileOf('alert.json', '{"a":1}\n'), fileOf('clips/a/video.mp4', 'no video, but bytes')];
/** Every file of an export that is text. */
const TEXT_FILES = [
  fileOf('readme.txt', GUIDE),
  fileOf('alert.json', '{"a":1}\n'),
  fileOf(
    'timeline.csv',
    timelineTable({
      timeline: [
        { at: '2026-03-02T09:00:00Z', code: 'RAISED', detail: {} },
        { at: '2026-03-02T09:05:00Z', code: 'ACKNOWLEDGED', by: 'ada@picket.example', detail: {} },
      ],
    }),
  ),
  fileOf('readings.csv', 'at,sensorMetricId,column,value\n2026-03-02T09:00:00Z,camera_motion,level,0.5\n'),
  fileOf('thermal.jsonl', '{"at":"2026-03-02T09:00:00Z","sentry":"s","rows":1,"columns":2,"values":[21.5,null]}\n'),
];
const CLIP: EvidenceManifest['clips'][number] = {
  guid: 'c',
  sentry: { guid: 's', name: 'Rack', model: 'P1', serialNumber: '0042', softwareVersion: '1.2' },
  startedAt: '2026-03-02T09:00:00Z',
  endedAt: '2026-03-02T09:00:40Z',
  codec: 'avc1.42c01f',
  sha256: 'ab',
  chunkSha256: ['ab', 'cd'],
  isMasked: true,
  clockOffsetMs: 40,
  uploadedAt: '2026-03-02T09:01:00Z',
  masks: [{ revision: 1, since: '2026-03-01T00:00:00Z', setBy: 'ada', rows: 2, columns: 2, cells: [[1], []] }],
};

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
  clips: [CLIP],
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
  return buffer(await writeZip([fileOf(MANIFEST, manifest.toString('utf8')), signature, ...zipped]));
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

/** A run that is not deep changes every seventh. */
test('any byte that was changed is found: of a file, the manifest, the signature, a header, the directory, the end', async () => {
  const zip = await zipOf();
  const missed: number[] = [];
  for (let at = 0; at < zip.length; at += IS_DEEP ? 1 : 7) {
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
  const zip = await buffer(await writeZip([fileOf(MANIFEST, manifest.toString('utf8')), signature, ...FILES]));
  expect(await verify(zip)).toEqual({ isGenuine: false, problem: 'the signature of the manifest is wrong' });
});

test.each(
  TEXT_FILES.flatMap(
    ({ path, open }) =>
      [
        ['a letter', path, open],
        ['a line less', path, open],
        ['a line more', path, open],
      ] as const,
  ),
)('%s in %s is found', async (change, path, open) => {
  const text = (await buffer(open())).toString('utf8');
  const lines = text.trimEnd().split('\n');
  const changed = {
    'a letter': text.replace(/[a-z](?=[^a-z]*$)/u, (letter) => (letter === 'x' ? 'y' : 'x')),
    'a line less': `${lines.slice(0, -1).join('\n')}\n`,
    'a line more': `${text}${lines.at(-1)}\n`,
  }[change];
  expect(changed).not.toBe(text);
  const manifest = formatManifest(manifestOf(TEXT_FILES));
  const signature = fileOf(SIGNATURE, formatSignature(KEYS, manifest));
  const pack = async (files: readonly EvidenceFile[]) =>
    buffer(await writeZip([fileOf(MANIFEST, manifest.toString('utf8')), signature, ...files]));
  expect(await verify(await pack(TEXT_FILES))).toMatchObject({ isGenuine: true });
  const exchanged = TEXT_FILES.map((file) => (file.path === path ? fileOf(path, changed) : file));
  expect(await verify(await pack(exchanged))).toEqual({
    isGenuine: false,
    problem: `${path} has other bytes than its manifest lists`,
  });
});

/** Everything in a manifest that is a value, by the path to it. */
function valuesIn(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([name, inner]) => valuesIn(inner, [...path, name]));
}

/** A copy in which the value at this path is another of its kind. */
function withOther(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined)
    return typeof value === 'number' ? value + 1 : typeof value === 'boolean' ? !value : `${value ?? ''}0`;
  if (Array.isArray(value))
    return value.map((inner, index) => (String(index) === name ? withOther(inner, rest) : inner));
  return Object.fromEntries(
    Object.entries(Object(value)).map(([key, inner]) => [key, key === name ? withOther(inner, rest) : inner]),
  );
}

const MANIFEST_VALUES = valuesIn(manifestOf(FILES)).map((path) => ({ name: path.join('.'), path }));

test('the values of a manifest are those of device, masks, clock and audit log as well', () => {
  expect(MANIFEST_VALUES.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'clips.0.sentry.serialNumber',
      'clips.0.isMasked',
      'clips.0.clockOffsetMs',
      'clips.0.masks.0.setBy',
      'clips.0.masks.0.cells.0.0',
      'audit.ordinal',
      'audit.hash',
    ]),
  );
});

test.each(MANIFEST_VALUES)('another $name in the manifest is found', async ({ path }) => {
  const changed = Buffer.from(`${JSON.stringify(withOther(manifestOf(FILES), path), null, 2)}\n`);
  const signature = fileOf(SIGNATURE, formatSignature(KEYS, formatManifest(manifestOf(FILES))));
  const zip = await buffer(await writeZip([fileOf(MANIFEST, changed.toString('utf8')), signature, ...FILES]));
  expect(await verify(zip)).toEqual({ isGenuine: false, problem: 'the signature of the manifest is wrong' });
});
