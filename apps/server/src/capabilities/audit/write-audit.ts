/**
 * Writes audit entries in the transaction of the change, so that neither exists without the other. Each entry has a keyed hash
 * (the key is outside the database) that includes the entry before it. Audit last in a transaction: it locks the tenant's chain.
 */
import type { AuditAction } from '@picket/domain/audit';
import { type Sql, sqlState, type Tx } from '../../platform/db/database.ts';
import type { EditorActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  type ActorKind,
  type AuditContent,
  freeOrdinalAfter,
  insertEntry,
  isOfEarlierVersion,
} from './audit-entry-store.ts';
import { type AuthenticatedHead, type Head, lockHead, moveHead } from './audit-head-store.ts';
import { chainHash, headMac, isHeadMacValid } from './audit-macs.ts';
import { markAppended, pendingAuditOf } from './audit-pending.ts';
import { spoolEntry } from './audit-spool.ts';
import { cleanAuditText, cleanJson } from './audit-text.ts';

export interface AuditActor {
  readonly kind: ActorKind;
  readonly guid: string | null;
  readonly name: string;
  readonly address: string | null;
}

/** Plain values only, and nothing secret. */
export type AuditFields = Readonly<Record<string, unknown>>;

export interface AuditEvent {
  readonly action: AuditAction;
  readonly target: { readonly kind: string; readonly guid?: string | undefined; readonly name: string };
  readonly before?: AuditFields | undefined;
  readonly after?: AuditFields | undefined;
}

type AuditPlatform = Pick<Platform, 'keys' | 'clock'>;

/** How many foreign rows in a row are skipped to find a free ordinal. */
const MAX_TAKEN_ORDINALS = 20;

const cleanOrNull = (text: string | null | undefined): string | null =>
  text === null || text === undefined ? null : cleanAuditText(text);

function contentOf(
  { clock }: Pick<Platform, 'clock'>,
  tenant: string,
  actor: AuditActor,
  { action, target, before, after }: AuditEvent,
): AuditContent {
  return {
    tenantGuid: tenant.toLowerCase(),
    // The database keeps whole milliseconds.
    occurredAt: new Date(Math.trunc(clock.now())),
    actorKind: actor.kind,
    actorGuid: actor.guid?.toLowerCase() ?? null,
    actorName: cleanAuditText(actor.name),
    address: cleanOrNull(actor.address),
    action,
    targetKind: cleanAuditText(target.kind),
    targetGuid: cleanOrNull(target.guid),
    targetName: cleanAuditText(target.name),
    before: before === undefined ? null : cleanJson(before),
    after: after === undefined ? null : cleanJson(after),
  };
}

/** Appends to the tenant's chain. */
export const appendContent = (
  recording: Pick<Platform, 'keys'>,
  tx: Pick<Tx, 'sql'>,
  content: AuditContent,
): Promise<void> => appendContents(recording, tx, content.tenantGuid, [content]);

/** Several of one tenant, in this order, under one lock. */
async function appendContents(
  { keys }: Pick<Platform, 'keys'>,
  { sql }: Pick<Tx, 'sql'>,
  tenant: string,
  contents: readonly AuditContent[],
): Promise<void> {
  const head = await lockHead(sql, tenant);
  let end: Head = head;
  for (const content of contents) end = await insertAfter(keys, sql, end, content);
  const mac = (await isHeadTrusted(keys, sql, tenant, head)) ? headMac(keys, tenant, end) : null;
  await moveHead(sql, tenant, end, mac);
  markAppended(keys, tenant, end.ordinal);
}

/**
 * Returns the new end. An existing row at the next ordinal was not written by Picket: the entry is placed after it and continues the chain
 * before it, so that the chain stays intact and the row is reported as foreign.
 */
async function insertAfter(keys: Keys, sql: Sql, end: Head, content: AuditContent): Promise<Head> {
  const { tenantGuid: tenant } = content;
  let ordinal = end.ordinal + 1;
  for (let left = MAX_TAKEN_ORDINALS; left > 0; left--) {
    const row = { ...content, ordinal };
    const hash = chainHash(keys, end.hash, row);
    if (await insertEntry(sql, { ...row, hash, previous: end.hash })) return { ordinal, hash };
    pendingAuditOf(keys).tenantsToVerify.add(tenant);
    ordinal = await freeOrdinalAfter(sql, tenant, ordinal);
  }
  throw new Error(`the audit log of tenant ${tenant} has no free ordinal`);
}

/** Whether the MAC of the end is valid: an append must not hide that it is not. */
async function isHeadTrusted(keys: Keys, sql: Sql, tenant: string, head: AuthenticatedHead): Promise<boolean> {
  const isRight =
    head.ordinal === 0 || isHeadMacValid(keys, tenant, head) || (await isOfEarlierVersion(sql, tenant, head.ordinal));
  if (!isRight) pendingAuditOf(keys).tenantsToVerify.add(tenant);
  return isRight;
}

/** Audits an action of the system or of somebody who is not signed in. */
export const auditAs = (
  recording: AuditPlatform,
  tx: Pick<Tx, 'sql'>,
  tenant: string,
  actor: AuditActor,
  change: AuditEvent,
): Promise<void> => appendContent(recording, tx, contentOf(recording, tenant, actor, change));

/** The same of several actions, at once. */
export async function auditAllAs(
  recording: AuditPlatform,
  tx: Pick<Tx, 'sql'>,
  tenant: string,
  actor: AuditActor,
  changes: readonly AuditEvent[],
): Promise<void> {
  if (changes.length === 0) return;
  const contents = changes.map((change) => contentOf(recording, tenant, actor, change));
  await appendContents(recording, tx, tenant.toLowerCase(), contents);
}

/** SQL states after which the connection is lost. */
const CONNECTION_LOST = /^(08|53|57P0)/u;

/**
 * Audits actions that must be possible while the log cannot be written, such as signing in to repair it. The entry is then spooled
 * to this server's disk and appended later (audit-spool.ts). Other changes use `audit`.
 */
export async function auditOrQueue(
  platform: Pick<Platform, 'keys' | 'clock' | 'config' | 'log'>,
  { sql }: Pick<Tx, 'sql'>,
  tenant: string,
  actor: AuditActor,
  change: AuditEvent,
): Promise<void> {
  const content = contentOf(platform, tenant, actor, change);
  await sql.query('SAVEPOINT audit');
  try {
    await appendContent(platform, { sql }, content);
    await sql.query('RELEASE SAVEPOINT audit');
  } catch (error) {
    const state = sqlState(error);
    if (state !== null && CONNECTION_LOST.test(state)) throw error;
    // Fails, and with it the action, if the connection is lost.
    await sql.query('ROLLBACK TO SAVEPOINT audit');
    platform.log.error({ err: error, tenant, action: change.action }, 'audit log not writable, entry spooled to disk');
    await spoolEntry(platform, content);
  }
}

/** Audits an action of the signed-in user, of their API token, or of a command on the server. */
export const audit = (ctx: Ctx<EditorActor>, tx: Pick<Tx, 'sql'>, change: AuditEvent): Promise<void> =>
  auditAs(ctx, tx, ctx.actor.tenant, actorOf(ctx.actor), change);

/**
 * The same of a change to another organization: in its own log as well, which its administrators read; without the address of
 * who works for the installation. The chains are locked in one order, so that two such changes never wait for each other.
 */
export async function auditForTenant(
  ctx: Ctx<EditorActor>,
  tx: Pick<Tx, 'sql'>,
  tenant: string,
  change: AuditEvent,
): Promise<void> {
  const own = ctx.actor.tenant.toLowerCase();
  const actor = actorOf(ctx.actor);
  for (const chain of [...new Set([own, tenant.toLowerCase()])].sort())
    await auditAs(ctx, tx, chain, chain === own ? actor : { ...actor, address: null }, change);
}

function actorOf(actor: EditorActor): AuditActor {
  if (actor.kind === 'operator') return { kind: 'SYSTEM', guid: null, name: actor.name, address: null };
  const { guid, name, address, via } = actor;
  return via.kind === 'token'
    ? { kind: 'API_TOKEN', guid, name: `${name} (token ${via.name})`, address }
    : { kind: 'USER', guid, name, address };
}

/** The fields that differ between two states. */
export function difference(before: AuditFields, after: AuditFields): { before: AuditFields; after: AuditFields } {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => name !== 'last_update_ts' && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const only = (fields: AuditFields): AuditFields =>
    Object.fromEntries(names.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])));
  return { before: only(before), after: only(after) };
}
