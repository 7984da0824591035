/** The filter of the inbox as it stands in the address of the page, and as the server takes it. Pure. */
import { INBOX_STATES, type InboxState } from '@picket/contracts/alert-inbox';
import type { QueryOf } from '@picket/contracts/endpoints';
import { NOTIFICATION_KIND_NAMES, type NotificationKind } from '@picket/domain/alert-kinds';
import { endOfDay, startOfDay } from '../../../lib/calendar-days.ts';

/** The severities that a filter offers: those and worse ones. */
export const FILTER_SEVERITIES = ['critical', 'warning', 'info'] as const;
export const FILTER_ASSIGNED = ['me', 'none'] as const;

/** Empty: no filter. `from` and `to` are days such as `2026-03-02`. */
export interface InboxChoice {
  readonly state: InboxState | '';
  readonly search: string;
  readonly severity: (typeof FILTER_SEVERITIES)[number] | '';
  readonly location: string;
  readonly kind: NotificationKind | '';
  readonly assigned: (typeof FILTER_ASSIGNED)[number] | '';
  readonly from: string;
  readonly to: string;
}

export type InboxFilterName = keyof InboxChoice;

/** As many characters as the server accepts. */
export const MAX_SEARCH = 128;
const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

/** What an address says that nobody chose here (an older link, a mistyped one) is left out rather than refused. */
export function readChoice(params: URLSearchParams): InboxChoice {
  const read = (name: InboxFilterName): string => params.get(name) ?? '';
  const day = (name: 'from' | 'to'): string => (startOfDay(read(name)) === undefined ? '' : read(name));
  return {
    state: oneOf(INBOX_STATES, read('state')),
    search: read('search').slice(0, MAX_SEARCH),
    severity: oneOf(FILTER_SEVERITIES, read('severity')),
    location: GUID.test(read('location')) ? read('location') : '',
    kind: oneOf(NOTIFICATION_KIND_NAMES, read('kind')),
    assigned: oneOf(FILTER_ASSIGNED, read('assigned')),
    from: day('from'),
    to: day('to'),
  };
}

const oneOf = <Name extends string>(names: readonly Name[], text: string): Name | '' =>
  names.find((name) => name === text) ?? '';

type InboxQuery = Omit<NonNullable<QueryOf<'GET /views/alerts'>>, 'limit' | 'cursor'>;

/** The filter as the server takes it; a period whose end is before its beginning has no end. */
export function toInboxQuery({ state, severity, location, kind, assigned, ...choice }: InboxChoice): InboxQuery {
  const search = choice.search.trim();
  const [from, to] = [startOfDay(choice.from), endOfDay(choice.to)];
  return {
    ...(state === '' ? {} : { state }),
    ...(search === '' ? {} : { search }),
    ...(severity === '' ? {} : { severity }),
    ...(location === '' ? {} : { location }),
    ...(kind === '' ? {} : { kind }),
    ...(assigned === '' ? {} : { assigned }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined || (from !== undefined && to <= from) ? {} : { to }),
  };
}

/** Filters besides state and search, which are always in sight. */
export const countMoreFilters = ({ state: _state, search: _search, ...more }: InboxChoice): number =>
  Object.values(more).filter((value) => value !== '').length;

export const isFiltered = (choice: InboxChoice): boolean => Object.values(choice).some((value) => value.trim() !== '');
