/** The inbox as CSV, read while it is sent: memory stays the same however many alerts there are. */
import { Readable } from 'node:stream';
import type { ParsedQuery } from '@picket/contracts/endpoints';
import type { AlertOut } from '@picket/contracts/types';
import { notificationKindOf } from '@picket/domain/alert-kinds';
import { csvLine } from '@picket/domain/csv';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { type InboxPosition, inboxRank, listInboxRows } from './alert-inbox-store.ts';
import { toInboxFilter } from './list-alert-inbox.ts';

const BATCH = 1000;
/** An export ends after so many alerts. */
const MAX_EXPORTED = 50_000;

/** A column: its name, and what it holds for an alert. */
const COLUMNS: readonly (readonly [name: string, toCell: (alert: AlertOut) => string | number | undefined])[] = [
  ['guid', ({ guid }) => guid],
  ['raisedAt', ({ raisedAt }) => raisedAt],
  ['endedAt', ({ endedAt }) => endedAt],
  ['state', ({ state }) => state],
  ['severity', ({ severity }) => severity],
  ['severityLabel', ({ severityLabel }) => severityLabel],
  ['kind', ({ kind }) => notificationKindOf(kind)],
  ['location', ({ location }) => location?.name],
  ['sentry', ({ sentry }) => sentry?.name],
  ['policy', ({ policy }) => policy?.name],
  ['violation', ({ violation }) => violation],
  ['message', ({ message }) => message],
  ['acknowledgedBy', ({ acknowledged }) => acknowledged?.by],
  ['acknowledgedAt', ({ acknowledged }) => acknowledged?.at],
  ['assignedTo', ({ assigned }) => assigned?.to.name],
  ['assignedAt', ({ assigned }) => assigned?.at],
  ['resolvedBy', ({ resolved }) => resolved?.by],
  ['verdict', ({ verdict }) => verdict?.verdict],
];

const HEADER = csvLine(COLUMNS.map(([name]) => name));
const toLine = (alert: AlertOut): string => csvLine(COLUMNS.map(([, toCell]) => toCell(alert) ?? null));

/** Streams the alerts of the inbox that pass the filter, at most 50,000 of them, in its order. */
export function exportAlerts(ctx: Ctx<UserActor>, query: ParsedQuery<'GET /alerts/export'>): Readable {
  const filter = toInboxFilter(ctx, query);
  const { db, actor, clock } = ctx;
  async function* lines(): AsyncGenerator<string> {
    yield `${HEADER}\r\n`;
    let after: InboxPosition | null = null;
    for (let sent = 0; sent < MAX_EXPORTED; sent += BATCH) {
      const alerts: readonly AlertOut[] = await listInboxRows(
        db.exports,
        actor.tenant,
        filter,
        after,
        BATCH,
        clock.now(),
      );
      const last = alerts.at(-1);
      if (last === undefined) return;
      yield `${alerts.map(toLine).join('\r\n')}\r\n`;
      after = { rank: inboxRank(last), raisedAt: last.raisedAt, guid: last.guid };
    }
  }
  return Readable.from(lines(), { objectMode: false });
}
