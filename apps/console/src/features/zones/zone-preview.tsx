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
import styles from './zone-preview.module.css';

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

/** What the zone, as it was painted a moment ago, would have shown and raised from `from` to `to`. */
function usePreview({ location, sentry, sensorMetricId, rows, columns, exclusions, zoneId, policy, content }: Props) {
  const now = useNow();
  const [to] = useState(() => Math.ceil(now / QUARTER) * QUARTER);
  const from = to - DAYS * DAY;
  const [asked] = useDebouncedValue(
    useMemo(() => ({ exclusions, content }), [exclusions, content]),
    PAINTING_MS,
  );
  const isEmpty = !asked.exclusions.some((row) => row.includes('included'));
  const body = {
    sentry,
    sensorMetricId,
    rows,
    columns,
    exclusions: asked.exclusions,
    from: formatInstant(from),
    to: formatInstant(to),
    ...(zoneId === undefined ? {} : { zoneId }),
    ...(policy === undefined ? {} : { policy }),
    ...(asked.content === undefined ? {} : { definition: definitionBody(asked.content.definition) }),
  };
  const { data, error, isValidating } = useApi(
    'POST /locations/{guid}/zones/preview',
    isEmpty ? null : { params: { guid: location }, body },
    { revalidateOnFocus: false, shouldRetryOnError: false },
  );
  // What an earlier drawing would have raised says nothing of this one.
  return { from, to, isEmpty, data: isEmpty || error !== undefined ? undefined : data, error, isValidating };
}

export function ZonePreview(props: Props) {
  const t = useText();
  const formats = useFormats(props.timezone);
  const { from, to, isEmpty, data, error, isValidating } = usePreview(props);
  const { ref, width } = useWidth<HTMLDivElement>();
  const words = data === undefined ? '' : wordsOf(t, formats, data, props.hasDraft);
  return (
    <section className="card pad stack" data-backtest aria-label={t('zones.preview.title')}>
      <div className="row">
        <h2>{t('zones.preview.title')}</h2>
        <span className="small muted" role="status">
          {isValidating && data !== undefined
            ? t('simulation.backtest.calculating')
            : t('zones.preview.range', { days: DAYS })}
        </span>
      </div>
      <div ref={ref} className={styles.frame}>
        {isEmpty && <p className="muted">{t('zones.preview.empty')}</p>}
        {!isEmpty && data === undefined && <WithoutPreview error={error} />}
        {data !== undefined && <PreviewChart {...props} from={from} to={to} width={width} data={data} words={words} />}
      </div>
      {data !== undefined && (
        <p aria-live="polite">
          <strong>{words}</strong>{' '}
          <span className="small muted num">{t('zones.preview.pictures', { count: data.pictures })}</span>
        </p>
      )}
    </section>
  );
}

/** While it is calculated, and where it cannot be. */
function WithoutPreview({ error }: Pick<ReturnType<typeof usePreview>, 'error'>) {
  if (error === undefined) return <div className={`skeleton ${styles.waiting}`} aria-hidden="true" />;
  return <p className="problem-text">{error.errors[0]?.message ?? problemText(error)}</p>;
}

interface ChartProps extends Props {
  readonly from: number;
  readonly to: number;
  /** 0: not measured yet. */
  readonly width: number;
  readonly data: ZonePreviewOut;
  readonly words: string;
}

function PreviewChart({ from, to, width, timezone, sensorMetricId, data, limits, words, ...props }: ChartProps) {
  const t = useText();
  const inForce = { name: t('simulation.track.inForce'), alerts: data.inForce.map(toChartAlert), isDraft: false };
  const draft = { name: t('simulation.track.draft'), alerts: data.draft.map(toChartAlert), isDraft: true };
  const wasInForce = props.content === undefined || props.zoneId !== undefined;
  return (
    <BacktestChart
      width={Math.max(260, Math.round(width) || 500)}
      from={from}
      to={to}
      timezone={timezone}
      points={data.points.map(({ at, value }) => ({ at, min: value, max: value, mean: value, count: 1 }))}
      series={{ sensorMetricId, column: data.column }}
      contents={[limits]}
      tracks={wasInForce ? [inForce, draft] : [draft]}
      label={words}
      useCelsius={props.useCelsius}
    />
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
