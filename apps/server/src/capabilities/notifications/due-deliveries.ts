/**
 * Which deliveries a change of an alert makes due. Pure. Enters: the alert as it is now, what was written for it before,
 * who listens. Leaves: rows to insert and rows to call off. Whoever was to be told that it began is told that it is over,
 * on the same way; an alert that opens again begins another turn.
 */
import type { HoldReason } from '@picket/contracts';
import { type ChannelKind, type Noticed, noticeKindOf } from '@picket/domain';
import { deafness, isConcerned, type Listener } from './listeners.ts';

export interface ToldAlert {
  readonly guid: string;
  readonly tenant: string;
  readonly location: string | null;
  readonly kind: string;
  readonly severity: number;
  readonly isOpen: boolean;
  /** It never happened: nobody is told of it who was not told before. */
  readonly withdrawn: boolean;
  /** It was written for the first time. */
  readonly isNew: boolean;
}

export type DeliveryState = 'DUE' | 'HELD' | 'COMPOSED' | 'SENT' | 'FAILED' | 'SKIPPED';
export type DeliveryChange = 'ON' | 'OFF' | 'EVENT' | 'AGAIN';

export interface KnownDelivery {
  readonly guid: string;
  readonly alert: string;
  readonly owner: string;
  readonly destination: string | null;
  readonly channel: ChannelKind | null;
  readonly change: DeliveryChange;
  readonly turn: number;
  readonly state: DeliveryState;
  readonly reason: string | null;
}

export interface NewDelivery {
  readonly alert: string;
  readonly tenant: string;
  readonly owner: string;
  readonly destination: string | null;
  readonly channel: ChannelKind | null;
  readonly change: DeliveryChange;
  readonly turn: number;
  readonly state: 'DUE' | 'SKIPPED';
  readonly reason: HoldReason | null;
}

export interface DueDeliveries {
  readonly added: readonly NewDelivery[];
  /** Rows that said it was over, which it is not. */
  readonly calledOff: readonly string[];
  /** Rows that were called off because it was open again, and now it is over. */
  readonly revived: readonly string[];
}

/** Below this nobody keeps a record of who chose not to hear. */
const NOTEWORTHY = 100;

export const noticedOf = ({
  kind,
  severity,
  location,
}: Pick<ToldAlert, 'kind' | 'severity' | 'location'>): Noticed => ({
  kind: noticeKindOf(kind),
  severity,
  location,
});

export function dueDeliveries(
  alert: ToldAlert,
  known: readonly KnownDelivery[],
  listeners: readonly Listener[],
  mail: boolean,
): DueDeliveries {
  if (alert.isNew && known.length === 0)
    return { added: alert.withdrawn ? [] : firstDeliveries(alert, listeners, mail), calledOff: [], revived: [] };
  const added: NewDelivery[] = [];
  const calledOff: string[] = [];
  const revived: string[] = [];
  const byDestination = Map.groupBy(
    known.filter((one) => one.destination !== null && one.change !== 'AGAIN'),
    ({ destination }) => destination,
  );
  for (const rows of byDestination.values()) {
    const turn = Math.max(...rows.map((row) => row.turn));
    const on = rows.find((row) => row.change === 'ON' && row.turn === turn);
    const off = rows.find((row) => row.change === 'OFF' && row.turn === turn);
    const [first] = rows;
    if (first === undefined) continue;
    const row = (change: DeliveryChange, turnOf: number): NewDelivery => ({
      alert: alert.guid,
      tenant: alert.tenant,
      owner: first.owner,
      destination: first.destination,
      channel: first.channel,
      change,
      turn: turnOf,
      state: 'DUE',
      reason: null,
    });
    const wasCalledOff = off?.state === 'SKIPPED' && off.reason === 'OPEN_AGAIN';
    if (!alert.isOpen) {
      if (off !== undefined && wasCalledOff) revived.push(off.guid);
      else if (on !== undefined && off === undefined && on.state !== 'SKIPPED') added.push(row('OFF', turn));
    } else if (off !== undefined && (off.state === 'DUE' || off.state === 'HELD')) calledOff.push(off.guid);
    else if (on === undefined || (off !== undefined && !wasCalledOff)) added.push(row('ON', turn + 1));
  }
  return { added, calledOff, revived };
}

function firstDeliveries(alert: ToldAlert, listeners: readonly Listener[], mail: boolean): readonly NewDelivery[] {
  const noticed = noticedOf(alert);
  const change = alert.isOpen ? 'ON' : 'EVENT';
  return listeners.flatMap((listener): readonly NewDelivery[] => {
    if (!isConcerned(listener, noticed)) return [];
    const base = { alert: alert.guid, tenant: alert.tenant, owner: listener.owner, change, turn: 1 } as const;
    const reasons = listener.ways.map((way) => ({ way, reason: deafness(listener, noticed, way, mail) }));
    const told = reasons.flatMap(({ way, reason }) =>
      reason === null
        ? [{ ...base, destination: way.destination, channel: way.channel, state: 'DUE' as const, reason }]
        : [],
    );
    if (told.length > 0 || alert.severity < NOTEWORTHY) return told;
    // On record: they could have known, and why they were not told.
    const reason = reasons.find((one) => one.reason === 'CHANNEL_NOT_SET_UP')?.reason ?? 'NOT_CHOSEN';
    return [{ ...base, destination: null, channel: null, state: 'SKIPPED', reason }];
  });
}
