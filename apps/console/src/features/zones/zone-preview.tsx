/** Preview of a zone: its values and alerts in the last week, before it is saved. */
import { useDebouncedValue } from '@mantine/hooks';
import type { ZonePreviewOut } from '@picket/contracts/types';
import type { PolicyContent } from '@picket/domain/policies';
import { formatInstant } from '@picket/domain/time';
import { useMemo, useState } from 'react';
import { problemText, useApi } from '../../lib/api.ts';
import type { Formats } from '../../lib/formats.ts';
import { useNow } from '../../lib/now.ts';
import { type Translator, useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { useWidth } from '../../lib/use-width.ts';
import { BacktestChart, definitionBody, summarizeBacktest, toChartAlert } from '../policies/index.ts';

const DAYS = 7;
const DAY = 86_400_000;
const QUARTER = 900_000;
const PAINTING_MS = 350;

interface Props {
  readonly location: string;
  readonly timezone: string;
  readonly sentry: string;
  readonly sensorMetricId: string;
  readonly rows: number;
  readonly columns: number;
  readonly exclusions: ('included' | 'excluded' | 'excluded-tagged')[][];
  readonly zoneId?: string | undefined;
  readonly policy?: string | undefined;
  /** The definition of its policy: for a tagging zone. */
  readonly content?: PolicyContent | undefined;
  /** Limits shown in the chart. */
  readonly limits: PolicyContent;
  /** It was changed, so a comparison makes sense. */
  readonly hasDraft: boolean;
  readonly useCelsius: boolean;
}

export function ZonePreview(props: Props) {
  const { location, timezone, sentry, sensorMetricId, rows, columns, exclusions, zoneId, policy, content, limits } =
    props;
  const t = useText();
  const formats = useFormats(timezone);
  const now = useNow();
  const [to] = useState(() => Math.ceil(now / QUARTER) * QUARTER);
  const [asked] = useDebouncedValue(
    useMemo(() => ({ exclusions, content }), [exclusions, content]),
    PAINTING_MS,
  );
  const isEmpty = !asked.exclusions.some((row) => row.includes('included'));
  const { data, error, isValidating } = useApi(
    'POST /locations/{guid}/zones/preview',
    isEmpty
      ? null
      : {
          params: { guid: location },
          body: {
            sentry,
            sensorMetricId,
            rows,
            columns,
            exclusions: asked.exclusions,
            from: formatInstant(to - DAYS * DAY),
            to: formatInstant(to),
            ...(zoneId === undefined ? {} : { zoneId }),
            ...(policy === undefined ? {} : { policy }),
            ...(asked.content === undefined ? {} : { definition: definitionBody(asked.content.definition) }),
          },
        },
    { revalidateOnFocus: false, shouldRetryOnError: false },
  );
  const { ref, width } = useWidth<HTMLDivElement>();
  return (
    <section className="card pad stack backtest" aria-label={t('zones.preview.title')}>
      <div className="row">
        <h2>{t('zones.preview.title')}</h2>
        <span className="small muted" role="status">
          {isValidating && data !== undefined
            ? t('simulation.backtest.calculating')
            : t('zones.preview.range', { days: DAYS })}
        </span>
      </div>
      <div ref={ref} className="backtest-frame">
        {isEmpty ? (
          <p className="muted">{t('zones.preview.empty')}</p>
        ) : data === undefined ? (
          error === undefined ? (
            <div className="skeleton backtest-waiting" aria-hidden="true" />
          ) : (
            <p className="problem-text">
              {error.errors[0] === undefined ? problemText(error) : `${error.errors[0].message}`}
            </p>
          )
        ) : (
          <BacktestChart
            width={Math.max(260, Math.round(width) || 500)}
            from={to - DAYS * DAY}
            to={to}
            timezone={timezone}
            points={data.points.map(({ at, value }) => ({ at, min: value, max: value, mean: value, count: 1 }))}
            series={{ sensorMetricId, column: data.column }}
            contents={[limits]}
            tracks={[
              ...(content === undefined || zoneId !== undefined
                ? [{ name: t('simulation.track.inForce'), alerts: data.inForce.map(toChartAlert), isDraft: false }]
                : []),
              { name: t('simulation.track.draft'), alerts: data.draft.map(toChartAlert), isDraft: true },
            ]}
            label={wordsOf(t, formats, data, props.hasDraft)}
            useCelsius={props.useCelsius}
          />
        )}
      </div>
      {data !== undefined && !isEmpty && (
        <p aria-live="polite">
          <strong>{wordsOf(t, formats, data, props.hasDraft)}</strong>{' '}
          <span className="small muted num">{t('zones.preview.pictures', { count: data.pictures })}</span>
        </p>
      )}
    </section>
  );
}

function wordsOf(t: Translator, formats: Formats, data: ZonePreviewOut, hasDraft: boolean): string {
  const raised = t('zones.preview.raised', { count: data.draft.length });
  // Without earlier alerts there is nothing to compare with.
  if (!hasDraft || data.inForce.length === 0) return raised;
  const { headline } = summarizeBacktest(t, formats, data.inForce.map(toChartAlert), data.draft.map(toChartAlert), [], {
    hasDraft,
    isNew: false,
    days: DAYS,
  });
  return `${raised} ${headline}`;
}
