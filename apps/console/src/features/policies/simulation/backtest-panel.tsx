/** Backtest: 30 days of stored readings with the alerts of the version in force and of the draft. */

import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { PolicyContent } from '@picket/domain/policies';
import { isSame } from '@picket/domain/policy-drafts';
import { formatInstant } from '@picket/domain/time';
import { useMemo, useState } from 'react';
import { problemText, useApi } from '../../../lib/api.ts';
import { formatDay, timezoneNote } from '../../../lib/format-time.ts';
import { useNow } from '../../../lib/now.ts';
import { useStableValue } from '../../../lib/use-stable-value.ts';
import { useWidth } from '../../../lib/use-width.ts';
import './backtest.css';
import { definitionBody, doNotDisturbBody, sensorName } from '../policy-content.ts';
import { type SentryOption, sentryOptionName } from '../use-sentry-options.ts';
import { BacktestChart } from './backtest-chart.tsx';
import { summarizeBacktest, toAlertsWithVerdict, toChartAlert } from './backtest-summary.ts';
import { BacktestTable } from './backtest-table.tsx';

const DAYS = 30;
const DAY = 86_400_000;
const QUARTER = 900_000;
const POINTS = 720;
/** Requests wait until typing pauses. */
const TYPING_MS = 150;

interface Props {
  /** null: a new policy. */
  readonly policy: string | null;
  /** The name of the upper track: "version 4, in force". */
  readonly inForceName: string;
  readonly inForce: PolicyContent | null;
  readonly draft: PolicyContent;
  /** The draft is an override of the sentry. */
  readonly isOverride?: boolean;
  readonly sentryOptions: readonly SentryOption[];
  readonly sentryOption: SentryOption;
  readonly onSelectSentry: (sentry: string) => void;
  readonly useCelsius: boolean;
}

export function BacktestPanel({
  policy,
  inForceName,
  inForce,
  draft,
  isOverride = false,
  sentryOptions,
  sentryOption,
  onSelectSentry,
  useCelsius,
}: Props) {
  const now = useNow();
  // One range while the page is open, so that comparisons stay the same.
  const [to] = useState(() => Math.ceil(now / QUARTER) * QUARTER);
  const span = useMemo(() => ({ from: formatInstant(to - DAYS * DAY), to: formatInstant(to) }), [to]);
  const [asked] = useDebouncedValue(draft, TYPING_MS);
  const body = {
    definition: definitionBody(asked.definition),
    doNotDisturb: doNotDisturbBody(asked.doNotDisturb),
    sentry: sentryOption.sentry.guid,
    ...(isOverride ? { isOverride } : {}),
    ...span,
  };
  const once = { revalidateOnFocus: false, revalidateIfStale: false, shouldRetryOnError: false };
  const saved = useApi(
    'POST /policies/{guid}/backtest',
    policy === null ? null : { params: { guid: policy }, body },
    once,
  );
  const fresh = useApi('POST /policies/backtest', policy === null ? { body } : null, once);
  const { data, error, isValidating } = policy === null ? fresh : saved;
  const recorded = useApi(
    'GET /alerts',
    policy === null ? null : { query: { policy, sentry: sentryOption.sentry.guid, ...span, limit: 500 } },
    { revalidateOnFocus: false },
  );
  const withVerdicts = useMemo(() => toAlertsWithVerdict(recorded.data?.items ?? []), [recorded.data]);
  const own = (data?.series ?? []).filter(({ sentry }) => sentry === sentryOption.sentry.guid);
  const [chosen, setChosen] = useState<string | null>(null);
  const keyOf = (one: (typeof own)[number]): string => `${one.sensorMetricId}.${one.column}`;
  const series = own.find((one) => keyOf(one) === chosen) ?? own[0];
  const telemetry = useApi(
    'GET /locations/{guid}/telemetry',
    series === undefined
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
  const { ref, width } = useWidth<HTMLDivElement>();
  const { timezone } = sentryOption.location;
  const isLate = !isSame(asked, draft) || isValidating;
  // A draft is mentioned only once its backtest is loaded.
  const hasDraft = useStableValue(inForce !== null && !isSame(inForce, draft), !isLate);
  // For silence only recorded alerts are available.
  const before = data?.includesSilence ? withVerdicts : (data?.inForce.alerts ?? []).map(toChartAlert);
  const after = data?.includesSilence && !hasDraft ? withVerdicts : (data?.draft.alerts ?? []).map(toChartAlert);
  const words =
    data === undefined
      ? null
      : summarizeBacktest(before, after, withVerdicts, {
          day: (at) => formatDay(at, timezone),
          hasDraft,
          isNew: policy === null,
          days: DAYS,
        });
  return (
    <section className="card pad stack backtest" aria-label="Backtest">
      <div className="row">
        <h2>Backtest</h2>
        <span className="small muted" role="status">
          {data !== undefined && isLate
            ? 'calculating …'
            : `last ${DAYS} days, ${timezoneNote(timezone) || 'local time'}`}
        </span>
        <span className="grow" />
        <Select
          className="backtest-location"
          aria-label="Sentry"
          size="xs"
          searchable
          allowDeselect={false}
          data={sentryOptions.map((one) => ({ value: one.sentry.guid, label: sentryOptionName(one) }))}
          value={sentryOption.sentry.guid}
          onChange={(value) => value !== null && onSelectSentry(value)}
        />
        {own.length > 1 && series !== undefined && (
          <Select
            aria-label="Readings shown"
            size="xs"
            allowDeselect={false}
            data={own.map((one) => ({ value: keyOf(one), label: seriesName(one) }))}
            value={keyOf(series)}
            onChange={setChosen}
          />
        )}
      </div>
      <div ref={ref} className="backtest-frame">
        {data === undefined ? (
          error === undefined ? (
            <div className="skeleton backtest-waiting" aria-hidden="true" />
          ) : (
            <p className="muted">{problemText(error)}</p>
          )
        ) : (
          <BacktestChart
            width={Math.max(260, Math.round(width) || 800)}
            from={to - DAYS * DAY}
            to={to}
            timezone={timezone}
            points={telemetry.data?.series[0]?.points ?? []}
            series={series ?? null}
            contents={[...(inForce === null ? [] : [inForce]), draft]}
            tracks={[
              ...(policy === null ? [] : [{ name: 'in force', alerts: before, isDraft: false }]),
              ...(hasDraft || policy === null ? [{ name: 'draft', alerts: after, isDraft: true }] : []),
            ]}
            label={`${words?.headline ?? ''} ${words?.details.join(' ') ?? ''}`}
            useCelsius={useCelsius}
          />
        )}
      </div>
      {data !== undefined && error !== undefined && (
        <p className="problem-text">The draft cannot be backtested as it is: {problemText(error)}</p>
      )}
      {words !== null && (
        <div className="stack-tight" aria-live="polite">
          <p>
            <strong>{words.headline}</strong> <span className="muted">{words.details.join(' ')}</span>
          </p>
          {words.warnings.slice(0, 3).map((warning) => (
            <p key={warning} className="backtest-warning">
              {warning}
            </p>
          ))}
          {data?.includesSilence && (
            <p className="small muted">
              Silence consists of when reports came, which is not kept for that long: of it the alerts on record are
              shown, and a draft cannot be tried.
            </p>
          )}
          {data !== undefined && series === undefined && !data.includesSilence && (
            <p className="small muted">This sentry has no sensor that this policy evaluates.</p>
          )}
          {(data?.draft.nearMisses ?? 0) > 0 && (
            <p className="small muted">
              {data?.draft.nearMisses === 1 ? 'Once a delay' : `${data?.draft.nearMisses} times a delay`} ran and what
              it waited for was over before.
            </p>
          )}
        </div>
      )}
      <div className="row small muted backtest-legend" aria-hidden="true">
        {policy !== null && (
          <span>
            <i className="mark-in-force" /> {inForceName}
          </span>
        )}
        {(hasDraft || policy === null) && (
          <span>
            <i className="mark-draft" /> this draft
          </span>
        )}
      </div>
      {before.length + after.length > 0 && (
        <BacktestTable
          before={policy === null ? [] : before}
          after={hasDraft || policy === null ? after : []}
          timezone={timezone}
        />
      )}
    </section>
  );
}

const seriesName = ({
  sensorMetricId,
  column,
}: {
  readonly sensorMetricId: string;
  readonly column: string;
}): string => {
  const [plain = '', zone] = column.split('@');
  return `${sensorName(sensorMetricId, plain)}${zone === undefined ? '' : ', zone'}`;
};
