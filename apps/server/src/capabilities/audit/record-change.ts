/**
 * Writes the audit log: in the transaction of the change itself, so that neither is there without the other. Each entry's
 * hash is keyed (the key lies outside the database) and takes in the entry before it. Record last in a transaction: it
 * makes whoever else writes here wait.
 */
import { createHmac } from 'node:crypto';
import type { AuditAction } from '@picket/domain';
import type { Ctx, Keys, Platform, Tx, UserActor } from '../../platform/index.ts';
import { type ActorKind, type AuditRow, append, lockHead } from './audit-store.ts';

export interface AuditActor {
  readonly kind: ActorKind;
  readonly guid: string | null;
  readonly name: string;
  readonly address: string | null;
}

/** Plain values only, and nothing secret. */
export type AuditFields = Readonly<Record<string, unknown>>;

export interface AuditRecord {
  readonly action: AuditAction;
  readonly target: { readonly kind: string; readonly guid?: string | undefined; readonly name: string };
  readonly before?: AuditFields | undefined;
  readonly after?: AuditFields | undefined;
}

/** What the hash is made of: every column, in a fixed order. */
export function chainHash(keys: Pick<Keys, 'audit'>, previous: Buffer, row: Omit<AuditRow, 'hash'>): Buffer {
  const text = JSON.stringify([
    row.tenantGuid,
    row.ordinal,
    row.at.getTime(),
    row.actorKind,
    row.actorGuid,
    row.actorName,
    row.address,
    row.action,
    row.targetKind,
    row.targetGuid,
    row.targetName,
    row.before,
    row.after,
  ]);
  return createHmac('sha256', keys.audit).update(previous).update(text).digest();
}

const json = (fields: AuditFields | undefined): string | null => (fields === undefined ? null : JSON.stringify(fields));

/** Records what somebody who is not signed in did, or what the system did by itself. */
export async function recordAs(
  { keys, clock }: Pick<Platform, 'keys' | 'clock'>,
  { sql }: Pick<Tx, 'sql'>,
  tenant: string,
  actor: AuditActor,
  { action, target, before, after }: AuditRecord,
): Promise<void> {
  const head = await lockHead(sql, tenant);
  const row: Omit<AuditRow, 'hash'> = {
    tenantGuid: tenant,
    ordinal: head.ordinal + 1,
    at: new Date(clock.now()),
    actorKind: actor.kind,
    actorGuid: actor.guid,
    actorName: actor.name,
    address: actor.address,
    action,
    targetKind: target.kind,
    targetGuid: target.guid ?? null,
    targetName: target.name,
    before: json(before),
    after: json(after),
  };
  await append(sql, { ...row, hash: chainHash(keys, head.hash, row) });
}

/** Records what the signed-in person, or the token that acts for them, did. */
export const record = (ctx: Ctx<UserActor>, tx: Pick<Tx, 'sql'>, change: AuditRecord): Promise<void> =>
  recordAs(ctx, tx, ctx.actor.tenant, actorOf(ctx.actor), change);

const actorOf = ({ guid, name, address, via }: UserActor): AuditActor =>
  via.kind === 'token'
    ? { kind: 'API_TOKEN', guid, name: `${name} (token ${via.name})`, address }
    : { kind: 'USER', guid, name, address };

/** Only what differs between two states of the same thing. */
export function difference(before: AuditFields, after: AuditFields): { before: AuditFields; after: AuditFields } {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => name !== 'last_update_ts' && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const only = (fields: AuditFields): AuditFields =>
    Object.fromEntries(names.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])));
  return { before: only(before), after: only(after) };
}
