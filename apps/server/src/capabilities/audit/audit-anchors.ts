/**
 * Anchors: the ends of the chains, stored outside the database, so that deleting the newest entries or restoring an old database
 * is detected. One JSON line each, with a MAC, written within a second of the entry and logged as well, so that anchors can be
 * shipped to another machine.
 */
import { createReadStream, existsSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { createFolder, syncFile, writeFileDurably } from '@picket/files';
import { z } from 'zod';
import type { Sql } from '../../platform/db/database.ts';
import { newGuid } from '../../platform/keys/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { type AnchorLine, anchorsFile, checkedLine, macOfLine } from './anchor-lines.ts';
import { type AuthenticatedHead, addHeadMac, headsAllTenants, markAnchored, marksOfFile } from './audit-head-store.ts';
import { headMac, isHeadMacValid } from './audit-macs.ts';
import { pendingAuditOf } from './audit-pending.ts';

export interface Anchors {
  /** The hash at each ordinal. */
  readonly hashes: ReadonlyMap<number, string>;
  readonly newest: number;
  readonly hadMac: boolean;
  /** Whether a line is missing that a later one refers to. */
  readonly hasGap: boolean;
  /** The number of changed lines in the whole file. */
  readonly damaged: number;
  /** The ordinal the file must reach, according to the database; null: the database does not know this file. */
  readonly mark: number | null;
}

type ConfigOnly = Pick<Platform, 'config'>;
/** Identifies the anchors file in the database, which stores how far the file goes. */
const idFileOf = ({ config }: ConfigOnly): string => join(config.dataDir, 'audit-anchors.id');

async function fileGuid(platform: ConfigOnly): Promise<string | null> {
  const text = await readFile(idFileOf(platform), 'utf8').catch(() => '');
  const parsed = z.guid().safeParse(text.trim());
  return parsed.success ? parsed.data : null;
}

async function ensureFileGuid(platform: ConfigOnly): Promise<string> {
  const known = await fileGuid(platform);
  if (known !== null) return known;
  createFolder(platform.config.dataDir);
  // Two processes of one server may both write it: the last one counts, and the marks of the other are unused.
  writeFileDurably(idFileOf(platform), `${newGuid()}\n`, 0o600);
  return (await fileGuid(platform)) ?? newGuid();
}

/** Appends to a file; the text is on the disk when the promise resolves. */
async function appendSynced(path: string, text: string): Promise<void> {
  const isNew = !existsSync(path);
  const file = await open(path, 'a', 0o600);
  try {
    await file.writeFile(text);
    await file.datasync();
  } finally {
    await file.close();
  }
  if (isNew) syncFile(dirname(path));
}

const NONE: Omit<Anchors, 'mark'> = { hashes: new Map(), newest: 0, hadMac: false, hasGap: false, damaged: 0 };

/**
 * Anchors by tenant. Must be read before the ends they are compared with, as chains grow in the meantime.
 */
export interface AnchorIndex {
  of(tenant: string): Anchors;
  readonly tenants: readonly string[];
}

/** The ordinal the file must reach, by tenant. Must be read before the file, which is written before the marks. */
export async function anchorMarks(platform: ConfigOnly, sql: Sql): Promise<ReadonlyMap<string, number>> {
  const guid = await fileGuid(platform);
  return guid === null ? new Map() : marksOfFile(sql, guid);
}

export async function readAnchors(platform: Pick<Platform, 'config' | 'keys'>, sql: Sql): Promise<AnchorIndex> {
  const marks = await anchorMarks(platform, sql);
  const found = new Map<string, { hashes: Map<number, string>; newest: number; hadMac: boolean; hasGap: boolean }>();
  let damaged = 0;
  let isKeyed = false;
  if (existsSync(anchorsFile(platform)))
    for await (const text of createInterface({
      input: createReadStream(anchorsFile(platform)),
      crlfDelay: Number.POSITIVE_INFINITY,
    })) {
      const line = checkedLine(platform.keys, text, isKeyed);
      if (line === null) continue;
      if (line === 'DAMAGED') {
        damaged += 1;
        continue;
      }
      isKeyed ||= line.mac !== undefined;
      const known = found.get(line.tenant) ?? {
        hashes: new Map<number, string>(),
        newest: 0,
        hadMac: false,
        hasGap: false,
      };
      // The first anchor counts: a chain that was cut and grew again is anchored again, which must not hide the cut.
      if (!known.hashes.has(line.ordinal)) known.hashes.set(line.ordinal, line.hash);
      known.newest = Math.max(known.newest, line.ordinal);
      known.hadMac ||= line.sealed === true;
      known.hasGap ||= (line.after ?? 0) > 0 && !known.hashes.has(line.after ?? 0);
      found.set(line.tenant, known);
    }
  return {
    of: (tenant) => ({ ...(found.get(tenant) ?? NONE), damaged, mark: marks.get(tenant) ?? null }),
    tenants: [...new Set([...found.keys(), ...marks.keys()])],
  };
}

type AnchorPlatform = Pick<Platform, 'config' | 'db' | 'clock' | 'keys' | 'log'>;

/** The last anchored ordinals, by anchors file and tenant. */
const written = new Map<string, Map<string, number>>();

/** Anchors the end of each chain that grew since the last anchor of this server. */
export async function anchorHeads(platform: AnchorPlatform): Promise<void> {
  await anchor(platform, await headsAllTenants(platform.db.console));
}

/** How often an appended entry is looked for until its transaction counts as rolled back. */
const MAX_POLLS = 60;

/** Anchors the chains this process appended to; cheap enough to run every second. */
export async function anchorAppended(platform: AnchorPlatform): Promise<void> {
  const { appended } = pendingAuditOf(platform.keys);
  if (appended.size === 0) return;
  const heads = await headsAllTenants(platform.db.console, [...appended.keys()]);
  await anchor(platform, heads);
  const reached = new Map(heads.map(({ tenant, ordinal }) => [tenant, ordinal]));
  for (const [tenant, wanted] of appended) {
    wanted.polls += 1;
    if ((reached.get(tenant) ?? 0) >= wanted.ordinal || wanted.polls > MAX_POLLS) appended.delete(tenant);
  }
}

async function anchor(
  platform: AnchorPlatform,
  heads: readonly (AuthenticatedHead & { tenant: string })[],
): Promise<void> {
  const { keys, db, log, clock } = platform;
  const guid = await ensureFileGuid(platform);
  // The state of the file when this process started, according to the database.
  const last = written.get(guid) ?? new Map(await marksOfFile(db.console, guid));
  written.set(guid, last);
  const grown = heads.filter(({ tenant, ordinal }) => last.get(tenant) !== ordinal);
  if (grown.length === 0) return;
  const at = new Date(clock.now()).toISOString();
  const lines = grown.map((head): AnchorLine => {
    const { tenant, ordinal } = head;
    const sealed = isHeadMacValid(keys, tenant, head);
    const line: AnchorLine = {
      tenant,
      ordinal,
      hash: head.hash.toString('base64url'),
      at,
      sealed,
      after: last.get(tenant) ?? 0,
    };
    return { ...line, mac: macOfLine(keys, line) };
  });
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  // With a synchronous standby this commit also confirms the entries before it, which can no longer be lost.
  await db.inSqlTx((sql) =>
    markAnchored(
      sql,
      guid,
      grown.map(({ tenant }) => ({ tenant, ordinal: last.get(tenant) ?? 0 })),
    ),
  );
  await appendSynced(anchorsFile(platform), `${await separator(anchorsFile(platform))}${text}`);
  await markAnchored(db.console, guid, grown);
  for (const { tenant, ordinal, hash, sealed } of lines) {
    last.set(tenant, ordinal);
    // Ships the anchors with the logs.
    log.info({ audit: { tenant, ordinal, hash, sealed } }, 'audit log anchored');
  }
}

/** A line break, if the last line has none. */
async function separator(path: string): Promise<string> {
  const file = await open(path, 'r').catch(() => null);
  if (file === null) return '';
  try {
    const { size } = await file.stat();
    if (size === 0) return '';
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
    return buffer[0] === 10 ? '' : '\n';
  } finally {
    await file.close();
  }
}

/** Adds the MAC to ends written by an earlier version, at start; an end that had one before gets none. */
export async function addMissingHeadMacs(platform: AnchorPlatform): Promise<void> {
  const withoutMac = (await headsAllTenants(platform.db.console)).filter(({ mac }) => mac === null);
  if (withoutMac.length === 0) return;
  const anchors = await readAnchors(platform, platform.db.console);
  for (const head of withoutMac)
    if (!anchors.of(head.tenant).hadMac)
      await addHeadMac(
        platform.db.ofTenant(head.tenant).console,
        head.tenant,
        head.ordinal,
        headMac(platform.keys, head.tenant, head),
      );
}
