import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Clock, systemClock } from '../clock/clock.ts';
import { readConfig } from '../config/config.ts';
import { createLog } from '../logging/log.ts';
import { deletedTenants, noteErasure, readErasures } from './erasure-ledger.ts';

const TENANT = '0190d5a8-0000-7000-8000-000000000001';
const [ONE, TWO] = ['0190d5a8-0000-7000-8000-000000000002', '0190d5a8-0000-7000-8000-000000000003'] as const;

const placeAt = (folder: string) => ({
  config: readConfig({ DATABASE_URL: 'postgres://none/picket', PICKET_BACKUP_DIR: folder }),
  clock: systemClock,
  log: createLog('silent'),
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'picket-ledger-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('what is noted is there in its order, also after half a line that a crash left', async () => {
  const folder = join(newFolder(), 'backups');
  expect(await readErasures(folder)).toEqual([]);
  const place = placeAt(folder);
  await noteErasure(place, 'USER', TENANT, ONE);
  appendFileSync(join(folder, 'erased.jsonl'), '{"at":"2026-03-0');
  await noteErasure(place, 'API_TOKENS_OF_USER', TENANT, TWO);
  expect(await readErasures(folder)).toEqual([
    { at: expect.any(String), kind: 'USER', tenant: TENANT, guid: ONE },
    { at: expect.any(String), kind: 'API_TOKENS_OF_USER', tenant: TENANT, guid: TWO },
  ]);
});

test('an organization counts as deleted until it is brought back; lines that a later version wrote are left out', async () => {
  const folder = newFolder();
  const place = placeAt(folder);
  for (const tenant of [ONE, TWO]) await noteErasure(place, 'TENANT', tenant, tenant);
  appendFileSync(
    join(folder, 'erased.jsonl'),
    `{"at":"2026-03-02T10:00:00Z","kind":"LATER","tenant":"${TWO}","guid":"${TWO}"}\n`,
  );
  expect(deletedTenants(await readErasures(folder))).toEqual([ONE, TWO]);
  await noteErasure(place, 'TENANT_BROUGHT_BACK', ONE, ONE);
  expect(deletedTenants(await readErasures(folder))).toEqual([TWO]);
  await noteErasure(place, 'TENANT', ONE, ONE);
  expect(deletedTenants(await readErasures(folder))).toEqual([ONE, TWO]);
});

test('what is noted of an organization counts after what a clock that was ahead noted before', async () => {
  const folder = newFolder();
  const place = placeAt(folder);
  const deleted = async () => deletedTenants(await readErasures(folder));
  const clock = new Clock(() => ({ wall: Date.now() + 86_400_000, steady: performance.now() }));
  const ahead = { ...place, clock };
  await noteErasure(ahead, 'TENANT', ONE, ONE);
  await noteErasure(place, 'TENANT_BROUGHT_BACK', ONE, ONE);
  expect(await deleted()).toEqual([]);
  await noteErasure(place, 'TENANT', ONE, ONE);
  expect(await deleted()).toEqual([ONE]);
});

test('where nothing can be noted no person and no organization is erased, and tokens are revoked all the same', async () => {
  const file = join(newFolder(), 'a file');
  writeFileSync(file, '');
  await expect(noteErasure(placeAt(file), 'USER', TENANT, ONE)).rejects.toMatchObject({ code: 'busy' });
  await expect(noteErasure(placeAt(file), 'TENANT', TENANT, TENANT)).rejects.toMatchObject({ code: 'busy' });
  await noteErasure(placeAt(file), 'API_TOKEN', TENANT, ONE);
  await noteErasure(placeAt(file), 'API_TOKENS_OF_USER', TENANT, ONE);
});
