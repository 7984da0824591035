/** Reads the log: pages, and a CSV export of all matching entries. */
import { Readable } from 'node:stream';
import type { ParsedQuery } from '@picket/contracts/endpoints';
import type { AuditEntryOut } from '@picket/contracts/types';
import { currentAuditAction } from '@picket/domain/audit';
import { csvLine } from '@picket/domain/csv';
import { formatInstant, parseInstant } from '@picket/domain/time';
import { z } from 'zod';
import { invalid } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { decodeCursor, type Page, toPage } from '../../platform/http/pages.ts';
import { ACTOR_KINDS, type AuditFilter, entriesAfter, type ListedRow, listEntries } from './audit-entry-store.ts';
import { isListedRowValid } from './audit-macs.ts';
import { audit } from './write-audit.ts';

const BATCH = 1000;

const Fields = z.record(z.string(), z.unknown());

/** Parses the stored JSON; a changed row may contain any text, which is returned as text. */
function fieldsOf(json: string): Record<string, unknown> {
  try {
    return Fields.parse(JSON.parse(json));
  } catch {
    return { text: json };
  }
}

/** The end of the year 9999. A changed row may contain a later or invalid time. */
const LAST_INSTANT = 253_402_300_799_999;
const instantOf = ({ occurredAt }: ListedRow): number =>
  Math.abs(occurredAt.getTime()) <= LAST_INSTANT ? Math.max(occurredAt.getTime(), 0) : 0;

const entryOf = (keys: Ctx['keys'], row: ListedRow): AuditEntryOut => ({
  ordinal: row.ordinal,
  occurredAt: formatInstant(instantOf(row)),
  actor: {
    kind: ACTOR_KINDS.find((kind) => kind === row.actorKind) ?? 'SYSTEM',
    ...(row.actorGuid === null ? {} : { guid: row.actorGuid }),
    name: row.actorName,
  },
  ...(row.address === null ? {} : { address: row.address }),
  action: currentAuditAction(row.action),
  target: {
    kind: row.targetKind,
    ...(row.targetGuid === null ? {} : { guid: row.targetGuid }),
    name: row.targetName,
  },
  ...(row.before === null ? {} : { before: fieldsOf(row.before) }),
  ...(row.after === null ? {} : { after: fieldsOf(row.after) }),
  hash: row.hash.toString('base64url'),
  genuine: isListedRowValid(keys, row),
});

/** The filter with instants in database form. */
function filterOf(query: AuditFilter): AuditFilter {
  const instant = (text: string | undefined): string | undefined =>
    text === undefined ? undefined : new Date(parseInstant(text) ?? 0).toISOString();
  return { ...query, from: instant(query.from), to: instant(query.to) };
}

export async function listAudit(ctx: Ctx<UserActor>, query: ParsedQuery<'GET /audit'>): Promise<Page<AuditEntryOut>> {
  const [cursor] = query.cursor === undefined ? [] : decodeCursor(query.cursor, 1);
  if (cursor !== undefined && !/^\d{1,15}$/u.test(cursor)) throw invalid('cursor', 'is not a cursor this list gave');
  const before = cursor === undefined ? null : Number(cursor);
  const rows = await listEntries(ctx.db.console, ctx.actor.tenant, filterOf(query), before, query.limit + 1);
  return toPage(
    rows,
    query.limit,
    (row) => entryOf(ctx.keys, row),
    (row) => [row.ordinal],
  );
}

const HEADER = [
  'ordinal',
  'occurredAt',
  'actor',
  'actorKind',
  'address',
  'action',
  'targetKind',
  'target',
  'before',
  'after',
  'hash',
  'genuine',
];

const lineOf = (keys: Ctx['keys'], row: ListedRow): string =>
  csvLine([
    row.ordinal,
    new Date(instantOf(row)).toISOString(),
    row.actorName,
    row.actorKind,
    row.address,
    currentAuditAction(row.action),
    row.targetKind,
    row.targetName,
    row.before,
    row.after,
    row.hash.toString('base64url'),
    isListedRowValid(keys, row) ? 'yes' : 'no',
  ]);

/** Streams the matching entries as CSV. The export itself is audited. */
export async function exportAudit(ctx: Ctx<UserActor>, query: AuditFilter): Promise<Readable> {
  await ctx.db.inTx((tx) =>
    audit(ctx, tx, {
      action: 'AUDIT_EXPORTED',
      target: { kind: 'audit', name: 'the audit log' },
      after: { ...query },
    }),
  );
  const filter = filterOf(query);
  async function* lines(): AsyncGenerator<string> {
    yield `${HEADER.join(',')}\r\n`;
    let last = 0;
    for (;;) {
      const rows = await entriesAfter(ctx.db.exports, ctx.actor.tenant, filter, last, BATCH);
      if (rows.length === 0) return;
      yield `${rows.map((row) => lineOf(ctx.keys, row)).join('\r\n')}\r\n`;
      last = rows.at(-1)?.ordinal ?? last;
    }
  }
  return Readable.from(lines(), { objectMode: false });
}
