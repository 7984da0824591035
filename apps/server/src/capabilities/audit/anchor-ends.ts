/**
 * The newest anchor of each tenant, to compare with the ends of the chains. The anchors file grows for years and is read every
 * half minute: verified lines are not verified again as long as their bytes are unchanged.
 */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import type { Sql } from '../../platform/db/database.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import type { Platform } from '../../platform/platform.ts';
import { anchorsFile, checkedLine } from './anchor-lines.ts';
import { anchorMarks } from './audit-anchors.ts';

export interface AnchorEnd {
  readonly newest: number;
  /** The hash of the first line with that ordinal. */
  readonly hash: string;
  readonly hadMac: boolean;
}

export interface AnchorEnds {
  /** null: no anchor. */
  of(tenant: string): AnchorEnd | null;
  /** The ordinal the file must reach, according to the database; null: the database does not know this file. */
  markOf(tenant: string): number | null;
  /** Whether a line was changed. */
  readonly isDamaged: boolean;
}

interface Checked {
  /** The length of the verified lines, and their digest. */
  readonly bytes: number;
  readonly digest: string;
  readonly ends: ReadonlyMap<string, AnchorEnd>;
  readonly isDamaged: boolean;
  readonly isKeyed: boolean;
}

const digestOf = (hash: Hash): string => hash.copy().digest('base64url');

const nothing = (): Checked => ({
  bytes: 0,
  digest: digestOf(createHash('sha256')),
  ends: new Map(),
  isDamaged: false,
  isKeyed: false,
});

/** By the audit key, as each server of a process has its own. */
const checked = new WeakMap<Buffer, Checked>();

/** Must be read before the ends it is compared with. */
export async function readAnchorEnds(platform: Pick<Platform, 'config' | 'keys'>, sql: Sql): Promise<AnchorEnds> {
  const marks = await anchorMarks(platform, sql);
  const known = checked.get(platform.keys.audit) ?? nothing();
  const path = anchorsFile(platform);
  const now = existsSync(path) ? await checkOn(platform.keys, path, known) : nothing();
  checked.set(platform.keys.audit, now);
  const { ends, isDamaged } = now;
  return { of: (tenant) => ends.get(tenant) ?? null, markOf: (tenant) => marks.get(tenant) ?? null, isDamaged };
}

async function checkOn(keys: Keys, path: string, known: Checked): Promise<Checked> {
  const hash = createHash('sha256');
  if (known.bytes > 0) for await (const chunk of createReadStream(path, { end: known.bytes - 1 })) hash.update(chunk);
  return digestOf(hash) === known.digest
    ? checkRest(keys, path, known, hash)
    : checkRest(keys, path, nothing(), createHash('sha256'));
}

const NEWLINE = 10;

/** `hash`: the digest of the bytes verified so far. */
async function checkRest(keys: Keys, path: string, from: Checked, hash: Hash): Promise<Checked> {
  const ends = new Map(from.ends);
  let { bytes, isDamaged, isKeyed } = from;
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, { start: from.bytes })) {
    const text = Buffer.concat([rest, chunk]);
    const whole = text.subarray(0, text.lastIndexOf(NEWLINE) + 1);
    rest = text.subarray(whole.length);
    hash.update(whole);
    bytes += whole.length;
    for (const one of whole.toString('utf8').split('\n')) {
      const line = checkedLine(keys, one, isKeyed);
      if (line === 'DAMAGED') isDamaged = true;
      if (line === null || line === 'DAMAGED') continue;
      isKeyed ||= line.mac !== undefined;
      const end = ends.get(line.tenant);
      const isNewer = end === undefined || line.ordinal > end.newest;
      const hadMac = end?.hadMac === true || line.sealed === true;
      ends.set(line.tenant, {
        ...(isNewer ? { newest: line.ordinal, hash: line.hash } : { newest: end.newest, hash: end.hash }),
        hadMac,
      });
    }
  }
  return { bytes, digest: digestOf(hash), ends, isDamaged, isKeyed };
}
