/** Backups that are proven genuine before anything of them is used, encrypted ones, and manifests written to do harm. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../tests/support/database.ts';
import { createBackup } from '../src/app/create-backup.ts';
import { fingerprintOf } from '../src/platform/backup/authenticity.ts';
import { BackupError } from '../src/platform/backup/backup-folder.ts';
import { openBackup, type Trust, verifyStoredBackup } from '../src/platform/backup/open-backup.ts';
import { restoreBackup, restoreFiles } from '../src/platform/backup/restore-backup.ts';
import { loadKeys } from '../src/platform/keys/keys.ts';
import { openPicket, type Picket } from './harness.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../prisma/migrations', import.meta.url));
const MARK = 'Cellar of the marked words';
const UNCHECKED: Trust = { kind: 'unchecked' };

let picket: Picket;
let good: string;
let encrypted: string;
let identity: string;
const scratch = mkdtempSync(join(tmpdir(), 'picket-genuine-'));
let folders = 0;
const newFolder = (): string => join(scratch, String(folders++));
const trusted = (): Trust => ({ kind: 'keys', encryptionKey: picket.platform.keys.encryption });

beforeAll(async () => {
  picket = await openPicket();
  const location = await picket.addLocation(MARK);
  await picket.send(await picket.addDevice(location), 'environment_temperature', 20);
  good = (await createBackup(picket.platform, newFolder())).path;
  identity = await generateIdentity();
  const { config } = picket.platform;
  const recipient = await identityToRecipient(identity);
  const platform = { ...picket.platform, config: { ...config, backup: { ...config.backup, recipient } } };
  encrypted = (await createBackup(platform, newFolder())).path;
});
afterAll(async () => {
  await picket.close();
  rmSync(scratch, { recursive: true, force: true });
});

/** A copy of a backup that harm is done to. */
function copyOf(path: string, harm: (copy: string) => void): string {
  const copy = newFolder();
  cpSync(path, copy, { recursive: true });
  harm(copy);
  return copy;
}

type Json = Record<string, unknown>;
const manifestIn = (path: string): Json => JSON.parse(readFileSync(join(path, 'manifest.json'), 'utf8'));
const rewrite = (path: string, change: (manifest: Json) => unknown): void =>
  writeFileSync(join(path, 'manifest.json'), JSON.stringify(change(manifestIn(path))));

/** Why it is refused; null: it is not. */
const refusal = (path: string, trust: Trust, identities: readonly string[] = []): Promise<string | null> =>
  openBackup({ path, trust, identities }).then(
    () => null,
    (error: unknown) => {
      expect(error).toBeInstanceOf(BackupError);
      return (error as BackupError).message;
    },
  );

/** Brings a backup back into a database of its own and asks it something. */
async function restored<Result>(
  path: string,
  trust: Trust,
  identities: readonly string[],
  ask: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const database = await createTestDatabase('template0');
  try {
    const backup = await openBackup({ path, trust, identities });
    await restoreBackup({ connectionString: database.url, backup, migrations: MIGRATIONS });
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    return await ask(client).finally(() => client.end());
  } finally {
    await database.drop();
  }
}

const locationsIn = async (client: pg.Client): Promise<readonly string[]> =>
  (await client.query<{ name: string }>('SELECT name FROM location')).rows.map(({ name }) => name);

test('a manifest that was changed, or has no MAC, is refused', async () => {
  expect(await refusal(good, trusted())).toBeNull();
  const changed = copyOf(good, (path) => rewrite(path, (manifest) => ({ ...manifest, version: '9' })));
  expect(await refusal(changed, trusted())).toMatch(/its manifest was changed$/u);
  const unsigned = copyOf(good, (path) => rmSync(join(path, 'manifest.mac')));
  expect(await refusal(unsigned, trusted())).toMatch(/^The backup does not say who made it/u);
  const { encryption } = loadKeys(newFolder());
  expect(await refusal(good, { kind: 'keys', encryptionKey: encryption })).toMatch(
    /^The backup was made with other keys/u,
  );
});

test('on a new machine the fingerprint proves the keys in the backup, and another one does not', async () => {
  const fingerprint = fingerprintOf(picket.platform.keys.encryption);
  expect(fingerprint).toMatch(/^([0-9a-f]{4}-){7}[0-9a-f]{4}$/u);
  expect(await refusal(good, { kind: 'fingerprint', fingerprint: fingerprint.toUpperCase() })).toBeNull();
  const other = fingerprint.replace(/^./u, (digit) => (digit === '0' ? '1' : '0'));
  expect(await refusal(good, { kind: 'fingerprint', fingerprint: other })).toContain('which is another');
  // Keys of the forger.
  const forged = copyOf(good, (path) => {
    const folder = newFolder();
    loadKeys(folder);
    cpSync(join(folder, 'keys.json'), join(path, 'keys.json'));
  });
  expect(await refusal(forged, { kind: 'fingerprint', fingerprint })).toContain('which is another');
});

test('verification without decryption: the MAC, and every stored file', async () => {
  const { encryption } = picket.platform.keys;
  await verifyStoredBackup(good, encryption);
  await verifyStoredBackup(encrypted, encryption);
  const flipped = copyOf(encrypted, (path) => {
    const file = join(path, 'location.copy.zst.age');
    const bytes = readFileSync(file);
    bytes.writeUInt8((bytes.at(-1) ?? 0) ^ 1, bytes.length - 1);
    writeFileSync(file, bytes);
  });
  await expect(verifyStoredBackup(flipped, encryption)).rejects.toThrow(
    'location.copy.zst.age of the backup is damaged',
  );
  const linked = copyOf(good, (path) => {
    rmSync(join(path, 'keys.json'));
    symlinkSync('/etc/passwd', join(path, 'keys.json'));
  });
  expect(await refusal(linked, UNCHECKED)).toBe('The backup lacks keys.json');
});

test('a backup of an earlier version comes back where the operator vouches for it', async () => {
  const old = copyOf(good, (path) => {
    rmSync(join(path, 'manifest.mac'));
    rewrite(path, ({ stored: _stored, encryption: _encryption, ...manifest }) => ({ ...manifest, format: 1 }));
  });
  expect(await refusal(old, trusted())).toContain('--trust-this-backup');
  expect(await restored(old, UNCHECKED, [], locationsIn)).toEqual([MARK]);
});

test('an encrypted backup is read by its identity and by nobody else, and holds nothing in plain', async () => {
  for (const name of readdirSync(encrypted)) {
    if (name.startsWith('manifest.')) continue;
    expect(name).toMatch(/\.age$/u);
    expect(readFileSync(join(encrypted, name), 'latin1')).toMatch(/^age-encryption\.org\/v1/u);
  }
  expect(readFileSync(join(encrypted, 'manifest.json'), 'utf8')).not.toContain(MARK);
  expect(await refusal(encrypted, trusted())).toContain('--identity');
  const stranger = await generateIdentity();
  expect(await refusal(encrypted, UNCHECKED, [stranger])).toMatch(/^The backup cannot be decrypted/u);
  const fingerprint = fingerprintOf(picket.platform.keys.encryption);
  expect(await refusal(encrypted, { kind: 'fingerprint', fingerprint }, [identity])).toBeNull();
  expect(await restored(encrypted, trusted(), [identity], locationsIn)).toEqual([MARK]);
  const dataDir = newFolder();
  await restoreFiles(await openBackup({ path: encrypted, trust: UNCHECKED, identities: [identity] }), dataDir);
  expect(loadKeys(dataDir).encryption.equals(picket.platform.keys.encryption)).toBe(true);
});

test('digests of rows tell nothing about rows that are encrypted', () => {
  const digests = (path: string): Set<string> =>
    new Set((manifestIn(path).tables as { sha256: string }[]).map(({ sha256 }) => sha256));
  expect(digests(good).intersection(digests(encrypted)).size).toBe(0);
});

const INJECTION = `FOR VALUES FROM ('1') TO ('2'); CREATE TABLE planted (); --`;
const HOSTILE = fc.oneof(
  fc.constantFrom(
    INJECTION,
    'DEFAULT; DROP TABLE tenant',
    `FOR VALUES IN ('a'') ; --')`,
    '"; DROP TABLE tenant; --',
    '../../etc/passwd',
    '..',
    '/etc/passwd',
    'keys.json\0',
    'pg_catalog.pg_class',
    'A',
    '',
  ),
  fc.string({ minLength: 64, maxLength: 200, unit: 'binary' }),
);
const NUMBERS = fc.constantFrom(-1, 1e308, Number.MAX_SAFE_INTEGER + 1, 0.5, '1', null, [], {});

/** Places of a manifest, and what somebody who writes one might put there. */
const HARM: fc.Arbitrary<readonly [string, string, unknown]> = fc.oneof(
  fc.tuple(fc.constant('partitions'), fc.constantFrom('name', 'parent', 'bounds', 'by'), HOSTILE),
  fc.tuple(fc.constant('tables'), fc.constant('name'), HOSTILE),
  fc.tuple(
    fc.constant('tables'),
    fc.constant('columns'),
    HOSTILE.map((text) => [text]),
  ),
  fc.tuple(fc.constant('tables'), fc.constantFrom('rows', 'bytes'), NUMBERS),
  fc.tuple(fc.constant('sequences'), fc.constantFrom('name', 'value'), HOSTILE),
  fc.tuple(fc.constant('files'), fc.constant('name'), HOSTILE),
  fc.tuple(fc.constant('stored'), fc.constant('name'), HOSTILE),
  fc.tuple(fc.constant('stored'), fc.constant('bytes'), NUMBERS),
);

test('whatever stands in a manifest that does harm, it is refused by the name of the field before anything is done', async () => {
  const copy = copyOf(good, () => {});
  const whole = manifestIn(good);
  await fc.assert(
    fc.asyncProperty(HARM, fc.nat(), async ([list, field, value], which) => {
      const rows = whole[list] as Json[];
      const place = which % rows.length;
      const harmed = rows.map((row, at) => (at === place ? { ...row, [field]: value } : row));
      writeFileSync(join(copy, 'manifest.json'), JSON.stringify({ ...whole, [list]: harmed }));
      const message = await refusal(copy, UNCHECKED);
      expect(message).toContain(`(${list}.${place}.${field}`);
    }),
    { numRuns: 300 },
  );
});

test.each<[string, (manifest: Json) => unknown, RegExp]>([
  [
    'a table that is none of ours',
    (manifest) => ({
      ...manifest,
      tables: (manifest.tables as Json[]).map((table, at) => (at === 0 ? { ...table, columns: ['ctid'] } : table)),
    }),
    /has a column ctid that is none/u,
  ],
  [
    'a partition of a table that has none',
    (manifest) => ({
      ...manifest,
      partitions: [{ name: 'planted', parent: 'tenant', bounds: 'DEFAULT', by: null }],
    }),
    /^Partition planted of the backup is of no table that has any/u,
  ],
  [
    'a sequence of nobody’s',
    (manifest) => ({ ...manifest, sequences: [{ name: 'planted', value: '1', isCalled: true }] }),
    /^The backup has a sequence planted that is none/u,
  ],
  [
    'a sequence with the name of what every object has',
    (manifest) => ({ ...manifest, sequences: [{ name: 'constructor', value: '1', isCalled: true }] }),
    /^The backup has a sequence constructor that is none/u,
  ],
])('%s is refused, and nothing is made of it', async (_name, change, message) => {
  const path = copyOf(good, (copy) => rewrite(copy, change));
  const database = await createTestDatabase('template0');
  try {
    const backup = await openBackup({ path, trust: UNCHECKED });
    await expect(restoreBackup({ connectionString: database.url, backup, migrations: MIGRATIONS })).rejects.toThrow(
      message,
    );
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client
      .query<{ planted: boolean; tenants: number }>(
        `SELECT to_regclass('public.planted') IS NOT NULL AS planted, (SELECT count(*)::int FROM tenant) AS tenants`,
      )
      .finally(() => client.end());
    expect(rows).toEqual([{ planted: false, tenants: 0 }]);
  } finally {
    await database.drop();
  }
});
