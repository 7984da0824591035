/**
 * Heads of the chains, kept outside the database: who cuts the newest entries off, or writes the whole log anew with a
 * stolen key, does not reach them. One JSON line each; backups and log shippers may carry the file elsewhere.
 */
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Platform } from '../../platform/index.ts';
import { headsAllTenants } from './audit-store.ts';

export interface Anchor {
  readonly tenant: string;
  readonly ordinal: number;
  readonly hash: string;
}

const fileOf = ({ config }: Pick<Platform, 'config'>): string => join(config.dataDir, 'audit-anchors.jsonl');

export async function readAnchors(platform: Pick<Platform, 'config'>, tenant: string): Promise<readonly Anchor[]> {
  const text = await readFile(fileOf(platform), 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const anchor = anchorOf(line);
    return anchor?.tenant === tenant ? [anchor] : [];
  });
}

function anchorOf(line: string): Anchor | null {
  try {
    const { tenant, ordinal, hash }: Partial<Anchor> = JSON.parse(line);
    return typeof tenant === 'string' && typeof ordinal === 'number' && typeof hash === 'string'
      ? { tenant, ordinal, hash }
      : null;
  } catch {
    // Half a line: the process ended while it wrote.
    return null;
  }
}

const lastWritten = new Map<string, number>();

/** Writes down where each chain ends now, where it grew since the last time. */
export async function anchorHeads(platform: Pick<Platform, 'config' | 'db' | 'clock'>): Promise<void> {
  const heads = await headsAllTenants(platform.db.console);
  const grown = heads.filter(({ tenant, ordinal }) => lastWritten.get(tenant) !== ordinal);
  if (grown.length === 0) return;
  const at = new Date(platform.clock.now()).toISOString();
  const lines = grown.map(({ tenant, ordinal, hash }) =>
    JSON.stringify({ tenant, ordinal, hash: hash.toString('base64url'), at }),
  );
  await appendFile(fileOf(platform), `${lines.join('\n')}\n`, { mode: 0o600 });
  for (const { tenant, ordinal } of grown) lastWritten.set(tenant, ordinal);
}
