/** A sentry with a token, and the fake server that it belongs to. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { DeviceClient } from '../../apps/sentry/src/device-client.ts';
import { FakePicket } from './fake-picket.ts';

/** A folder that is removed when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'picket-camera-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export async function openCameraDevice() {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'identity.json'), JSON.stringify({ sentry: 'a', token: 'b' }));
  const picket = new FakePicket();
  await picket.open();
  const over = new AbortController();
  onTestFinished(() => over.abort());
  return { picket, client: new DeviceClient(picket.base, folder), folder, over };
}
