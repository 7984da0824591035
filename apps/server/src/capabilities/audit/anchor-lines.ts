/** The lines of the anchors file: JSON with a MAC. */
import { join } from 'node:path';
import { z } from 'zod';
import type { Keys } from '../../platform/keys/keys.ts';
import type { Platform } from '../../platform/platform.ts';
import { isLineMac, lineMac } from './audit-macs.ts';

export const anchorsFile = ({ config }: Pick<Platform, 'config'>): string =>
  join(config.dataDir, 'audit-anchors.jsonl');

const Line = z.object({
  tenant: z.string(),
  ordinal: z.number(),
  hash: z.string(),
  at: z.string().optional(),
  /** Whether the end had its MAC; once it has one, it keeps it. */
  sealed: z.boolean().optional(),
  /** The ordinal of the previous anchor of this server, which reveals a missing line. */
  after: z.number().optional(),
  mac: z.string().optional(),
});
export type AnchorLine = z.output<typeof Line>;

export const macOfLine = (
  keys: Pick<Keys, 'audit'>,
  { tenant, ordinal, hash, at = '', sealed = false, after = 0 }: AnchorLine,
): string => lineMac(keys, 'audit anchor', [tenant, ordinal, hash, at, sealed, after]);

/**
 * A verified line; DAMAGED if it was changed; null for an incomplete line, as left behind by a process that stopped while writing
 * (the missing end shows by the mark). `isKeyed`: an earlier line had a MAC. Earlier versions wrote none; after the first line
 * with a MAC every line has one.
 */
export function checkedLine(keys: Pick<Keys, 'audit'>, text: string, isKeyed: boolean): AnchorLine | 'DAMAGED' | null {
  const line = lineOf(text);
  if (line === null) return null;
  const isRight = line.mac === undefined ? !isKeyed : isLineMac(line.mac, macOfLine(keys, line));
  return isRight ? line : 'DAMAGED';
}

function lineOf(text: string): AnchorLine | null {
  try {
    return Line.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
