/** The lines of the anchors file: JSON with a MAC. */
import { join } from 'node:path';
import { z } from 'zod';
import type { Keys, Platform } from '../../platform/index.ts';
import { isLineMac, lineMac } from './audit-macs.ts';

export const anchorsFile = ({ config }: Pick<Platform, 'config'>): string =>
  join(config.dataDir, 'audit-anchors.jsonl');

const Line = z.object({
  tenant: z.string(),
  ordinal: z.number(),
  hash: z.string(),
  at: z.string().optional(),
  /** Whether the end had its seal; once it had, it keeps it. */
  sealed: z.boolean().optional(),
  /** The ordinal this server anchored before it: a line that is gone shows. */
  after: z.number().optional(),
  mac: z.string().optional(),
});
export type AnchorLine = z.output<typeof Line>;

export const macOfLine = (
  keys: Pick<Keys, 'audit'>,
  { tenant, ordinal, hash, at = '', sealed = false, after = 0 }: AnchorLine,
): string => lineMac(keys, 'audit anchor', [tenant, ordinal, hash, at, sealed, after]);

/**
 * A line as Picket wrote it; DAMAGED: it is not. Null: half a line, as a process leaves behind that ended while it wrote; an
 * end that is missing for it shows by the mark. `isKeyed`: a line before it had a MAC. Earlier versions wrote none; after the
 * first line with one, every line has one.
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
