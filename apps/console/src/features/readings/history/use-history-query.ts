/** What the graphs of a history show: the query of the address holds all of it. */
import { useSearchParams } from 'react-router';
import { useNow } from '../../../lib/now.ts';
import { parseSpan, recentSpan, type SpanParams, toSpanQuery } from '../../../lib/time-span.ts';

/** How far the end of a time range may lie ahead, for clocks that differ. */
const MAX_AHEAD_MS = 60_000;

/** Parameters of the query to change; null removes one. */
type Changes = Readonly<Record<string, string | null>>;

export interface HistoryQuery {
  /** The time range as the address has it. */
  readonly asked: SpanParams;
  /** The time range that is shown. */
  readonly from: number;
  readonly to: number;
  /** The keys of series; empty: not chosen. */
  readonly series: readonly string[];
  /** null: every one. */
  readonly sentry: string | null;
  readonly compare: boolean;
  readonly withdrawn: boolean;
  readonly update: (changes: Changes) => void;
  readonly showSpan: (from: number, to: number) => void;
  /** By how much the time range can be moved on: not beyond the present. */
  readonly ahead: number;
}

function shownSpan(asked: SpanParams, now: number): { readonly from: number; readonly to: number } {
  if (asked.kind === 'fixed') return asked;
  return recentSpan(asked.kind === 'range' ? asked.range : '24h', now);
}

export function useHistoryQuery(): HistoryQuery {
  const [query, setQuery] = useSearchParams();
  const now = useNow();
  const asked = parseSpan(query);
  const { from, to } = shownSpan(asked, now);
  const update = (changes: Changes): void => {
    const next = new URLSearchParams(query);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) next.delete(name);
      else next.set(name, value);
    }
    setQuery(next);
  };
  return {
    asked,
    from,
    to,
    series: (query.get('series') ?? '').split(',').filter(Boolean),
    sentry: query.get('sentry'),
    compare: query.get('compare') === '1',
    withdrawn: query.get('withdrawn') === '1',
    update,
    showSpan: (begin, end) => update({ range: null, ...toSpanQuery(begin, Math.min(end, now + MAX_AHEAD_MS)) }),
    ahead: Math.min((to - from) / 2, Math.max(0, now - to)),
  };
}
