/** The backtest of a draft on one sentry: what is asked of the server, the readings beside it, and the difference in words. */

import { useDebouncedValue } from '@mantine/hooks';
import type { BacktestOut } from '@picket/contracts/types';
import type { PolicyContent } from '@picket/domain/policies';
import { isSame } from '@picket/domain/same-value';
import { formatInstant } from '@picket/domain/time';
import { useMemo, useState } from 'react';
import { type ApiError, useApi } from '../../../lib/api.ts';
import { useNow } from '../../../lib/now.ts';
import { useText } from '../../../lib/texts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { useStableValue } from '../../../lib/use-stable-value.ts';
import { useWholeList } from '../../../lib/use-whole-list.ts';
import { contentBody } from '../policy-content.ts';
import type { SentryOption } from '../use-sentry-options.ts';
import {
  type BacktestSummary,
  type ChartAlert,
  summarizeBacktest,
  toAlertsWithVerdict,
  toChartAlert,
} from './backtest-summary.ts';

export const BACKTEST_DAYS = 30;
const DAY = 86_400_000;
const QUARTER = 900_000;
const POINTS = 720;
/** Requests wait until typing pauses. */
const TYPING_MS = 150;

export interface BacktestSubject {
  /** null: a new policy. */
  readonly policy: string | null;
  readonly inForce: PolicyContent | null;
  readonly draft: PolicyContent;
  /** The draft is an override of the sentry. */
  readonly isOverride?: boolean;
  /** null: there is none, or it is not known yet. */
  readonly sentryOption: SentryOption | null;
}

type Series = BacktestOut['series'][number];

export const seriesKeyOf = ({ sensorMetricId, column }: Series): string => `${sensorMetricId}.${column}`;

interface Span {
  readonly from: string;
  readonly to: string;
}

const ONCE = { revalidateOnFocus: false, revalidateIfStale: false, shouldRetryOnError: false };

/** One range while the page is open, so that comparisons stay the same. */
function useSpan(): { readonly range: { readonly from: number; readonly to: number }; readonly span: Span } {
  const now = useNow();
  const [to] = useState(() => Math.ceil(now / QUARTER) * QUARTER);
  return useMemo(() => {
    const range = { from: to - BACKTEST_DAYS * DAY, to };
    return { range, span: { from: formatInstant(range.from), to: formatInstant(range.to) } };
  }, [to]);
}

/** The alerts of both versions, as the server computes them. */
function useReplay({ policy, draft, isOverride = false, sentryOption }: BacktestSubject, span: Span) {
  const [asked] = useDebouncedValue(draft, TYPING_MS);
  const sentry = sentryOption?.sentry.guid;
  const body =
    sentry === undefined ? null : { ...contentBody(asked), sentry, ...(isOverride ? { isOverride } : {}), ...span };
  const saved = useApi(
    'POST /policies/{guid}/backtest',
    policy === null || body === null ? null : { params: { guid: policy }, body },
    ONCE,
  );
  const fresh = useApi('POST /policies/backtest', policy === null && body !== null ? { body } : null, ONCE);
  const { data, error, isValidating } = policy === null ? fresh : saved;
  return { data, error, isLate: !isSame(asked, draft) || isValidating };
}

/** The recorded alerts of the policy on the sentry, with their verdicts. */
function useRecordedAlerts({ policy, sentryOption }: BacktestSubject, span: Span) {
  const sentry = sentryOption?.sentry.guid;
  const { data } = useWholeList(
    'GET /alerts',
    policy === null || sentry === undefined ? null : { query: { policy, sentry, ...span } },
    { revalidateOnFocus: false },
  );
  return useMemo(() => toAlertsWithVerdict(data?.items ?? []), [data]);
}

/** The series whose readings are shown: the one chosen, else the first of the sentry. */
function useShownSeries(data: BacktestOut | undefined, { sentryOption }: BacktestSubject, span: Span) {
  const [chosen, choose] = useState<string | null>(null);
  const own = (data?.series ?? []).filter(({ sentry }) => sentry === sentryOption?.sentry.guid);
  const series = own.find((one) => seriesKeyOf(one) === chosen) ?? own[0];
  const telemetry = useApi(
    'GET /locations/{guid}/telemetry',
    series === undefined || sentryOption === null
      ? null
      : {
          params: { guid: sentryOption.location.guid },
          query: {
            sensorMetricId: series.sensorMetricId,
            column: series.column,
            sentry: sentryOption.sentry.guid,
            ...span,
            points: POINTS,
          },
        },
    { revalidateOnFocus: false },
  );
  return { choices: own, series: series ?? null, points: telemetry.data?.series[0]?.points ?? [], choose };
}

export interface BacktestState {
  /** undefined: not loaded yet. */
  readonly data: BacktestOut | undefined;
  readonly error: ApiError | undefined;
  /** What is shown belongs to an earlier draft. */
  readonly isLate: boolean;
  readonly range: { readonly from: number; readonly to: number };
  readonly shown: ReturnType<typeof useShownSeries>;
  /** The alerts of the version in force, and those of the draft. */
  readonly before: readonly ChartAlert[];
  readonly after: readonly ChartAlert[];
  /** Whether there is a draft to compare; a new policy has nothing else. */
  readonly hasDraft: boolean;
  /** null: not loaded yet. */
  readonly summary: BacktestSummary | null;
}

export function useBacktest(subject: BacktestSubject): BacktestState {
  const { policy, inForce, draft, sentryOption } = subject;
  const t = useText();
  const formats = useFormats(sentryOption?.location.timezone);
  const { range, span } = useSpan();
  const { data, error, isLate } = useReplay(subject, span);
  const withVerdicts = useRecordedAlerts(subject, span);
  const shown = useShownSeries(data, subject, span);
  // A draft is mentioned only once its backtest is loaded.
  const isChanged = useStableValue(inForce !== null && !isSame(inForce, draft), !isLate);
  // For silence only recorded alerts are available.
  const before = data?.includesSilence ? withVerdicts : (data?.inForce.alerts ?? []).map(toChartAlert);
  const after = data?.includesSilence && !isChanged ? withVerdicts : (data?.draft.alerts ?? []).map(toChartAlert);
  const summary =
    data === undefined
      ? null
      : summarizeBacktest(t, formats, before, after, withVerdicts, {
          hasDraft: isChanged,
          isNew: policy === null,
          days: BACKTEST_DAYS,
        });
  return { data, error, isLate, range, shown, before, after, hasDraft: isChanged || policy === null, summary };
}
