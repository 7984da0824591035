/** Sensors off the shelf of the demo: a webhook that they report to, and some of them adopted. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@picket/contracts/client';
import { pause } from '@picket/sentry';
import { DEMO_DEVICES, demoReports } from './demo-device-reports.ts';

const NAME = 'Sensors off the shelf (simulated)';
const REPORT_MS = 60_000;

/** The token of the webhook's address, which the server shows once. */
async function ensureHook(api: Client, location: string, folder: string): Promise<string> {
  const file = join(folder, 'webhook-token');
  const { items } = await api('GET /integrations', {});
  const known = items.find(({ name }) => name === NAME);
  if (known !== undefined && existsSync(file)) return readFileSync(file, 'utf8');
  const made =
    known === undefined
      ? await api('POST /integrations', { body: { kind: 'WEBHOOK', name: NAME, location } })
      : await api('POST /integrations/{guid}/hook', { params: { guid: known.guid } });
  const token = ('hookAddress' in made ? made.hookAddress : undefined)?.split('/').at(-1) ?? '';
  writeFileSync(file, token, { mode: 0o600 });
  return token;
}

/** Each of those that the demo has, unless somebody has decided about it already. */
async function adopt(api: Client, location: string): Promise<void> {
  const wanted = new Set(DEMO_DEVICES.filter(({ isAdopted }) => isAdopted).map(({ name }) => name));
  const { items } = await api('GET /discovered', { query: { state: 'DISCOVERED' } });
  for (const { guid, name, proposedName, entities } of items) {
    const used = entities.filter(({ series }) => series !== undefined).map((entity) => entity.guid);
    if (!wanted.has(name) || used.length === 0) continue;
    await api('POST /discovered/{guid}/adopt', {
      params: { guid },
      body: { location, name: proposedName, entities: used },
    });
  }
}

/** Creates what is not there yet, and returns what reports each minute until the signal is aborted. `base`: the server's address. */
export async function openDemoDevices(
  api: Client,
  base: string,
  { location, folder }: { readonly location: string; readonly folder: string },
): Promise<(signal: AbortSignal) => Promise<void>> {
  const isNew = !existsSync(join(folder, 'webhook-token'));
  const token = await ensureHook(api, location, folder);
  const report = async (): Promise<void> => {
    const response = await fetch(`${base}/api/v1/hooks/${token}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(demoReports(Date.now())),
    }).catch(() => null);
    // A server that is restarted takes the next one.
    await response?.body?.cancel();
  };
  await report();
  if (isNew) await adopt(api, location);
  return async (signal) => {
    while (!signal.aborted) {
      await pause(REPORT_MS, signal);
      if (!signal.aborted) await report();
    }
  };
}
