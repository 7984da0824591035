/** Which locations are shown, and in which order. Pure. */
import type { AlertOut, LocationCardOut } from '@picket/contracts/types';
import { nameKey } from '@picket/domain/names';
import { compareNames } from '../../lib/name-order.ts';
import { type CardState, cardState, urgencyOf } from './card-state.ts';

export interface OverviewItem {
  readonly card: LocationCardOut;
  /** Its open alerts: unacknowledged and most severe first. */
  readonly alerts: readonly AlertOut[];
}

export const STATE_FILTERS = ['all', 'attention', 'offline', 'quiet'] as const;
export type StateFilter = (typeof STATE_FILTERS)[number];

export const CARD_ORDERS = ['urgency', 'name', 'lastSeen'] as const;
/** One of these, or a column of readings: `environment_temperature.value`. */
export type CardOrder = string;

const FITTING: Readonly<Record<StateFilter, readonly CardState[] | null>> = {
  all: null,
  attention: ['critical', 'warning', 'offline'],
  offline: ['offline'],
  quiet: ['none', 'info'],
};

export const byUrgentAlert = (a: AlertOut, b: AlertOut): number =>
  Number(a.acknowledged !== undefined) - Number(b.acknowledged !== undefined) ||
  b.severity - a.severity ||
  Date.parse(b.raisedAt) - Date.parse(a.raisedAt);

/** The alert whose words stand beside the state of the location: of its severity, which counts acknowledged alerts as well. */
export const leadingAlert = ({ card, alerts }: OverviewItem): AlertOut | undefined =>
  alerts.find(({ severityLabel }) => severityLabel === card.worst) ?? alerts[0];

type Order = (a: OverviewItem, b: OverviewItem) => number;

/** `locale`: of the reader's language. */
export const byName =
  (locale: string): Order =>
  (a, b) =>
    compareNames(locale, a.card.name, b.card.name);

/** 0: an alert nobody has acknowledged; 1: all are, or none is open. */
const isAcknowledged = ({ alerts: [first] }: OverviewItem): number => Number(first?.acknowledged !== undefined);
const severityOf = ({ alerts: [first] }: OverviewItem): number => first?.severity ?? 0;

/** The worst state first; in one state what nobody has acknowledged, then the most severe, then by name. */
export const byUrgency =
  (locale: string): Order =>
  (a, b) =>
    urgencyOf(a.card) - urgencyOf(b.card) ||
    isAcknowledged(a) - isAcknowledged(b) ||
    severityOf(b) - severityOf(a) ||
    compareNames(locale, a.card.name, b.card.name);

const lastSeenOf = ({ card }: OverviewItem): number =>
  card.lastReceivedAt === undefined ? 0 : Date.parse(card.lastReceivedAt);

/** The reading of a column; what is unknown comes last. */
const readingOf = ({ card }: OverviewItem, column: string): number =>
  card.readings.find((one) => columnKeyOf(one) === column)?.value ?? Number.NEGATIVE_INFINITY;

/** Names the column of a table that shows the reading. */
export const columnKeyOf = ({ sensorMetricId, column }: LocationCardOut['readings'][number]): string =>
  `${sensorMetricId}.${column}`;

/** Longest unseen first, the highest reading first. */
const orderBy = (order: CardOrder, locale: string): Order => {
  const byItsName = byName(locale);
  if (order === 'urgency') return byUrgency(locale);
  if (order === 'name') return byItsName;
  if (order === 'lastSeen') return (a, b) => lastSeenOf(a) - lastSeenOf(b) || byItsName(a, b);
  return (a, b) => {
    const [one, other] = [readingOf(a, order), readingOf(b, order)];
    return one === other ? byItsName(a, b) : one > other ? -1 : 1;
  };
};

/** What is found by the field above the list: the location, its sentries, its alerts. */
const searchedText = ({ card, alerts }: OverviewItem, nameOf: (violation: string) => string): string =>
  nameKey(
    [
      card.name,
      ...card.readings.map(({ sentryName }) => sentryName),
      ...alerts.flatMap(({ violation }) => (violation === undefined ? [] : nameOf(violation))),
    ].join(' '),
  );

/** The locations that match, in their order. */
export function shownItems(
  items: readonly OverviewItem[],
  {
    find,
    state,
    order,
    locale,
    isReversed = false,
    nameOf = (violation) => violation,
  }: {
    readonly find: string;
    readonly state: StateFilter;
    readonly order: CardOrder;
    /** Of the reader's language: it has the order of names. */
    readonly locale: string;
    readonly isReversed?: boolean;
    /** What a violation is called where it is read. */
    readonly nameOf?: (violation: string) => string;
  },
): readonly OverviewItem[] {
  const wanted = nameKey(find);
  const fitting = FITTING[state];
  const shown = items
    .filter((item) => fitting === null || fitting.includes(cardState(item.card)))
    .filter((item) => wanted === '' || searchedText(item, nameOf).includes(wanted))
    .sort(orderBy(order, locale));
  return isReversed ? shown.reverse() : shown;
}

/** Joins the cards with their alerts. */
export function overviewItems(cards: readonly LocationCardOut[], alerts: readonly AlertOut[]): readonly OverviewItem[] {
  const byLocation = Map.groupBy([...alerts].sort(byUrgentAlert), ({ location }) => location?.guid);
  return cards.map((card) => ({ card, alerts: byLocation.get(card.guid) ?? [] }));
}

const MAX_COLUMNS = 3;

/** The columns of readings that most locations have, the most frequent first. */
export function readingColumns(items: readonly OverviewItem[]): readonly LocationCardOut['readings'][number][] {
  const byKey = Map.groupBy(
    items.flatMap(({ card }) => card.readings),
    columnKeyOf,
  );
  return [...byKey.values()]
    .sort((one, other) => other.length - one.length)
    .slice(0, MAX_COLUMNS)
    .flatMap(([first]) => (first === undefined ? [] : [first]));
}
