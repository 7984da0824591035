/** One contract, kept by a folder and by a bucket. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IS_DEEP } from '../../../../../tests/support/deep.ts';
import { openDiskObjects } from './disk-objects.ts';
import type { ObjectStore } from './object-store.ts';
import { openS3Objects } from './s3-objects.ts';

const ROUNDS = IS_DEEP ? 300 : 30;
const folder = mkdtempSync(join(tmpdir(), 'picket-objects-'));
const bucket = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: join(folder, 's3'),
  configureBuckets: [{ name: 'clips', configs: [] }],
});
const stores: Record<string, ObjectStore> = {};

beforeAll(async () => {
  stores.folder = openDiskObjects(join(folder, 'disk'));
  const { port } = (await bucket.run()) as AddressInfo;
  stores.bucket = openS3Objects({
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'clips',
    prefix: 'picket/one',
    region: 'us-east-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  });
});
afterAll(async () => {
  await bucket.close();
  rmSync(folder, { recursive: true, force: true });
});

const namesIn = async (store: ObjectStore, path: string): Promise<readonly string[]> =>
  (await Array.fromAsync(store.list(path))).sort();

describe.each(['folder', 'bucket'])('a %s', (kind) => {
  const store = (): ObjectStore => {
    const found = stores[kind];
    if (found === undefined) throw new Error(`no ${kind}`);
    return found;
  };

  test('returns what was written last', async () => {
    const [one, other] = [randomBytes(70_000), randomBytes(10)];
    await store().put('a/b/0', one);
    expect(await store().read('a/b/0')).toEqual(one);
    await store().put('a/b/0', other);
    expect(await store().read('a/b/0')).toEqual(other);
    expect(await store().read('a/b/1')).toBeNull();
  });

  test('lists and removes what is below a path, and nothing beside it', async () => {
    for (const name of ['t/x/video/0', 't/x/video/1', 't/x/still/0', 't/xy/video/0'])
      await store().put(name, Buffer.from(name));
    expect(await namesIn(store(), 't/x')).toEqual(['t/x/still/0', 't/x/video/0', 't/x/video/1']);
    await store().removeAll('t/x');
    await store().removeAll('t/x');
    expect(await namesIn(store(), 't')).toEqual(['t/xy/video/0']);
    for (const name of ['t/one/0', 't/two/0', 'u/three/0', 'u/four/0']) await store().put(name, Buffer.from(name));
    await store().removeAll('t/one', 't/none', 't/two', 'u/three');
    expect([await namesIn(store(), 't'), await namesIn(store(), 'u')]).toEqual([['t/xy/video/0'], ['u/four/0']]);
    expect(await namesIn(store(), 'nothing')).toEqual([]);
  });

  test('refuses names that lead elsewhere', async () => {
    for (const name of ['../x', 'a/../b', '/etc/passwd', 'a//b', '', 'a/.', 'a b'])
      await expect(async () => store().put(name, Buffer.from('x')), name).rejects.toThrow();
  });
});

test('what is written meanwhile does not keep a removal from ending', async () => {
  const store = openDiskObjects(join(folder, 'race'));
  for (let round = 0; round < ROUNDS; round++) {
    await store.put('clip/video/0', Buffer.from('x'));
    // A write may find its folder gone: who writes tries again.
    const writes = Array.from({ length: 8 }, (_, index) =>
      store.put(`clip/video/${index}`, Buffer.from('x')).catch(() => {}),
    );
    await store.removeAll('clip/video');
    await Promise.all(writes);
  }
});

test('what a crash left half-written is no object, and goes with the others', async () => {
  const store = openDiskObjects(join(folder, 'crash'));
  await store.put('a/b/0', Buffer.from('whole'));
  writeFileSync(join(folder, 'crash/a/b/1.0011.draft'), 'half');
  expect(await namesIn(store, 'a')).toEqual(['a/b/0']);
  expect(readdirSync(join(folder, 'crash/a/b'))).toHaveLength(2);
  await store.removeAll('a/b');
  expect(existsSync(join(folder, 'crash/a/b'))).toBe(false);
});
