/** The history of one metric at a location: the graph with annotations, downloads, and the same data as a table. */
import { Button } from '@mantine/core';
import { addressOf } from '@picket/contracts/client';
import type { AnnotationsOut } from '@picket/contracts/types';
import { formatDuration } from '@picket/domain/ages';
import { formatInstant } from '@picket/domain/time';
import { IconDownload, IconPhoto } from '@tabler/icons-react';
import { useCallback, useMemo, useRef, useState } from 'react';
import { API_BASE, problemText, useApi } from '../../lib/api.ts';
import { downloadCanvas } from '../../lib/download-file.ts';
import { formatDateTime } from '../../lib/format-time.ts';
import type { GraphLine } from '../../ui/graph-data.ts';
import { lineColor } from '../../ui/graph-plot.ts';
import { Problem } from '../../ui/problem.tsx';
import { TimeGraph } from '../../ui/time-graph.tsx';
import { linesOf, type SentryName, type SeriesKey, scaleOf, toGraphAnnotations } from './history-model.ts';
import { metricLabel } from './reading-value.tsx';

/** As many points as a wide screen can show apart. */
const POINTS = 800;

interface Props {
  readonly location: string;
  readonly timezone: string;
  readonly series: SeriesKey;
  /** The sentries that are shown. */
  readonly sentries: readonly SentryName[];
  readonly from: number;
  readonly to: number;
  readonly annotations: AnnotationsOut | undefined;
  /** The same stretch before it is drawn as well. */
  readonly compare?: boolean;
  readonly useCelsius: boolean;
  readonly height?: number;
  readonly onZoom: (from: number, to: number) => void;
}

const NO_ANNOTATIONS = { limits: [], bands: [], deviceChanges: [], markers: [] };

export function HistoryGraph(props: Props) {
  const {
    location,
    timezone,
    series,
    sentries,
    from,
    to,
    annotations,
    compare = false,
    useCelsius,
    height = 220,
    onZoom,
  } = props;
  const { sensorMetricId, column } = series;
  const only = sentries.length === 1 ? sentries[0]?.guid : undefined;
  const question = (begin: number, end: number) => ({
    params: { guid: location },
    query: {
      sensorMetricId,
      column,
      from: formatInstant(begin),
      to: formatInstant(end),
      points: POINTS,
      ...(only === undefined ? {} : { sentry: only }),
    },
  });
  const current = useApi('GET /locations/{guid}/telemetry', question(from, to));
  const before = useApi('GET /locations/{guid}/telemetry', compare ? question(from - (to - from), from) : null, {
    keepPreviousData: false,
  });
  const { unit, decimals, words } = scaleOf(series, useCelsius);
  const lines = useMemo(() => {
    const now = current.data === undefined ? [] : linesOf(current.data, series, sentries, useCelsius);
    const then =
      compare && before.data !== undefined ? linesOf(before.data, series, sentries, useCelsius, to - from) : [];
    return [...now, ...then];
  }, [current.data, before.data, compare, series, sentries, useCelsius, from, to]);
  const graphAnnotations = useMemo(
    () =>
      annotations === undefined
        ? NO_ANNOTATIONS
        : toGraphAnnotations(annotations, series, sentries, location, useCelsius),
    [annotations, series, sentries, location, useCelsius],
  );
  const canvas = useRef<HTMLCanvasElement | null>(null);
  const onDrawn = useCallback((drawn: HTMLCanvasElement | null) => {
    canvas.current = drawn;
  }, []);

  const label = metricLabel(sensorMetricId, column);
  const title = only === undefined ? label : `${label} · ${sentries[0]?.name ?? ''}`;
  // Named before they are drawn: a head that grows would push everything down.
  const keys = (compare ? [false, true] : [false]).flatMap((isFaint) =>
    sentries.map(({ name }) => ({ name: isFaint ? `${name}, before` : name, isFaint })),
  );
  const resolution = Math.max(0, ...(current.data?.series ?? []).map((one) => one.resolution));
  const rollup = Math.max(0, ...(current.data?.series ?? []).map((one) => one.rollupSeconds));
  const csv = addressOf(API_BASE, 'GET /locations/{guid}/telemetry/export', {
    params: { guid: location },
    query: { sensorMetricId, column, sentry: only, from: formatInstant(from), to: formatInstant(to) },
  }).url;

  return (
    <section className="card graph-card" aria-label={title}>
      <div className="graph-head">
        <h2>
          {title} <span className="muted small">{unit}</span>
        </h2>
        {keys.length > 1 &&
          keys.map(({ name, isFaint }, index) => (
            <span key={name} className="graph-key">
              <i
                style={{
                  borderColor: isFaint ? 'var(--faint)' : lineColor(index),
                  borderTopStyle: isFaint || index > 0 ? 'dashed' : 'solid',
                }}
              />
              {name}
            </span>
          ))}
        <span className="grow" />
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          component="a"
          href={csv}
          leftSection={<IconDownload size={14} aria-hidden="true" />}
        >
          CSV<span className="visually-hidden"> of {title}</span>
        </Button>
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          disabled={lines.length === 0}
          leftSection={<IconPhoto size={14} aria-hidden="true" />}
          onClick={() => {
            if (canvas.current !== null)
              downloadCanvas(
                canvas.current,
                `${title}, ${formatDateTime(from, timezone)} to ${formatDateTime(to, timezone)} (${unit})`,
              );
          }}
        >
          PNG<span className="visually-hidden"> of {title}</span>
        </Button>
      </div>
      {current.error !== undefined && current.data === undefined ? (
        <Problem
          title="These readings could not be loaded"
          text={problemText(current.error)}
          onRetry={() => void current.mutate()}
        />
      ) : current.data === undefined ? (
        <div className="skeleton" style={{ height: height + 40 }} aria-hidden="true" />
      ) : lines.length === 0 ? (
        <div className="graph-empty muted" style={{ height: height + 40 }}>
          <p>No readings in this time range.</p>
        </div>
      ) : (
        <TimeGraph
          label={`${title}, ${formatDateTime(from, timezone)} to ${formatDateTime(to, timezone)}`}
          lines={lines}
          from={from}
          to={to}
          timezone={timezone}
          unit={unit}
          decimals={decimals}
          {...graphAnnotations}
          height={height}
          onZoom={onZoom}
          onDrawn={onDrawn}
        />
      )}
      <p className="small muted graph-note">
        {current.data === undefined
          ? ' '
          : resolution > 0
            ? `Thinned: each point stands for ${formatDuration(resolution * 1000)}; the line is the mean, the band is min to max${rollup > 0 ? `, out of summaries of ${formatDuration(rollup * 1000)}` : ''}.`
            : 'Every reading is drawn.'}
      </p>
      <AsTable lines={lines} label={title} unit={unit} decimals={decimals} timezone={timezone} words={words} />
    </section>
  );
}

interface TableProps {
  readonly lines: readonly GraphLine[];
  readonly label: string;
  readonly unit: string;
  readonly decimals: number;
  readonly timezone: string;
  readonly words: (value: number) => string;
}

/** Made when it is opened: a thousand rows are not for nothing. */
function AsTable({ lines, label, unit, decimals, timezone }: TableProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="small" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Show as a table</summary>
      {isOpen && (
        <section className="table-scroll" tabIndex={0} aria-label={`${label} as a table`}>
          <table>
            <thead>
              <tr>
                <th scope="col">Time</th>
                {lines.length > 1 && <th scope="col">Sentry</th>}
                <th scope="col">Mean{unit === '' ? '' : ` (${unit})`}</th>
                <th scope="col">Min</th>
                <th scope="col">Max</th>
              </tr>
            </thead>
            <tbody>
              {lines.flatMap((line) =>
                line.points.map((point) => (
                  <tr key={`${line.name} ${point.at}`}>
                    <td className="num">{formatDateTime(point.at, timezone)}</td>
                    {lines.length > 1 && <td>{line.name}</td>}
                    <td className="num">{line.text?.(point.mean) ?? point.mean.toFixed(decimals)}</td>
                    <td className="num">{point.min.toFixed(decimals)}</td>
                    <td className="num">{point.max.toFixed(decimals)}</td>
                  </tr>
                )),
              )}
            </tbody>
          </table>
        </section>
      )}
    </details>
  );
}

/** Explains the bands and dashes of the graphs. */
export function BandLegend({ withQuiet }: { readonly withQuiet: boolean }) {
  return (
    <ul className="band-legend small muted" aria-label="Legend">
      <li>
        <i className="limit" /> limit, as it was then
      </li>
      <li>
        <i className="alert" /> alert
      </li>
      {withQuiet && (
        <li>
          <i className="quiet" /> do not disturb
        </li>
      )}
      <li>
        <i className="offline" /> offline
      </li>
      <li>
        <i className="down" /> server down
      </li>
    </ul>
  );
}
