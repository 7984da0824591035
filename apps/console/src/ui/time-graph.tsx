/**
 * One graph over time: a line per series with the envelope of downsampled points, gaps as gaps, bands and limits behind,
 * markers with links above. All graphs of a page share one crosshair. Dragging and the keys + and - zoom; the arrow keys move
 * the crosshair (with Shift: the time range).
 */
import { useComputedColorScheme } from '@mantine/core';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef } from 'react';
import { Link } from 'react-router';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { formatDateTime, formatDay, formatTime, formatTimeWithSeconds } from '../lib/format-time.ts';
import { useWidth } from '../lib/use-width.ts';
import { type AlignedData, alignLines, type GraphLine, pointAt, valueRange } from './graph-data.ts';
import {
  type Band,
  cssToken,
  type DeviceChange,
  drawBackground,
  drawForeground,
  type Limit,
} from './graph-painting.ts';
import { StateIcon, type StateName } from './icons.tsx';
import './time-graph.css';

export interface Marker {
  readonly key: string;
  readonly at: number;
  readonly state: StateName;
  readonly label: string;
  readonly href: string;
}

interface GraphContent {
  readonly lines: readonly GraphLine[];
  readonly from: number;
  readonly to: number;
  readonly timezone: string;
  readonly unit: string;
  readonly decimals: number;
  readonly bands: readonly Band[];
  readonly limits: readonly Limit[];
  readonly deviceChanges: readonly DeviceChange[];
}

interface Props extends GraphContent {
  /** The accessible name. */
  readonly label: string;
  readonly markers: readonly Marker[];
  readonly height?: number;
  /** The user chose a time range. */
  readonly onZoom: (from: number, to: number) => void;
  /** Passes the canvas, for downloading it. */
  readonly onDrawn?: (canvas: HTMLCanvasElement | null) => void;
}

const SYNC_KEY = uPlot.sync('picket').key;
const PADDING_LEFT = 54;
const PADDING_RIGHT = 12;
const DAY = 86_400_000;
/** Markers closer than this are merged. */
const MARKER_MERGE_PX = 14;
const MIN_ZOOM_MS = 60_000;
const LINE_TOKENS = ['--series-1', '--series-2', '--series-3', '--series-4', '--series-5', '--series-6'];
const DASHES: readonly (readonly number[] | undefined)[] = [undefined, [6, 4], [2, 3], [8, 3, 2, 3], [12, 4], [4, 2]];

export const lineColor = (index: number): string => `var(${LINE_TOKENS[index % LINE_TOKENS.length]})`;

export function TimeGraph(props: Props) {
  const {
    label,
    lines,
    from,
    to,
    timezone,
    unit,
    decimals,
    bands,
    limits,
    deviceChanges,
    markers,
    height = 220,
    onDrawn,
  } = props;
  const { ref, width } = useWidth<HTMLDivElement>();
  const holder = useRef<HTMLDivElement>(null);
  const readout = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const zoom = useRef(props.onZoom);
  zoom.current = props.onZoom;
  const scheme = useComputedColorScheme('light');
  const hint = useId();
  const data = useMemo(() => alignLines(lines), [lines]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the color scheme changes what the tokens say
  useEffect(() => {
    if (width === 0 || holder.current === null) return;
    const context = { data, lines, from, to, timezone, unit, decimals, bands, limits, deviceChanges };
    const drawn = new uPlot(
      toPlotOptions(context, Math.round(width), height, readout, (begin, end) => zoom.current(begin, end)),
      toPlotData(data),
      holder.current,
    );
    plot.current = drawn;
    onDrawn?.(drawn.ctx.canvas);
    return () => {
      plot.current = null;
      onDrawn?.(null);
      drawn.destroy();
    };
  }, [data, lines, from, to, timezone, unit, decimals, bands, limits, deviceChanges, width, height, scheme, onDrawn]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const span = to - from;
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step !== 0 && event.shiftKey) zoom.current(from + (step * span) / 4, to + (step * span) / 4);
    else if (step !== 0 && plot.current !== null) moveCursor(plot.current, step);
    else if (event.key === '+') zoom.current(from + span / 4, to - span / 4);
    else if (event.key === '-') zoom.current(from - span / 2, to + span / 2);
    else return;
    event.preventDefault();
  };

  const x = (at: number): number => PADDING_LEFT + ((at - from) / (to - from)) * (width - PADDING_LEFT - PADDING_RIGHT);
  return (
    <div className="time-graph" ref={ref}>
      <div className="time-graph-markers">
        {width > 0 &&
          grouped(markers, from, to, x).map(({ first, count }) => (
            <Link
              key={first.key}
              to={first.href}
              className={`time-graph-marker ${first.state}`}
              style={{ left: x(Math.max(from, first.at)) }}
              title={`${first.label}, ${formatDateTime(first.at, timezone)}${count > 1 ? `, and ${count - 1} more` : ''}`}
            >
              <StateIcon state={first.state} size={13} />
              <span className="visually-hidden">
                {first.label}, {formatDateTime(first.at, timezone)}
                {count > 1 && `, and ${count - 1} more`}
              </span>
              {count > 1 && (
                <span className="num" aria-hidden="true">
                  {count}
                </span>
              )}
            </Link>
          ))}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would announce an input */}
      <div
        tabIndex={0}
        role="group"
        aria-label={label}
        aria-describedby={hint}
        onKeyDown={onKeyDown}
        className="time-graph-plot"
      >
        <div ref={holder} style={{ height }} />
      </div>
      <span id={hint} hidden>
        Arrow keys move the crosshair, with Shift the time range; plus and minus zoom. The table below shows the same
        data.
      </span>
      <div ref={readout} className="time-graph-readout small num muted" aria-live="off" />
    </div>
  );
}

interface Context extends GraphContent {
  readonly data: AlignedData;
}

/** Guarantee: undefined is "no point here, and no gap" to the library, as its documentation says and its types do not. */
const toPlotData = ({ columns }: AlignedData): uPlot.AlignedData => columns as uPlot.AlignedData;

function toPlotOptions(
  context: Context,
  width: number,
  height: number,
  readout: { readonly current: HTMLDivElement | null },
  onZoom: (from: number, to: number) => void,
): uPlot.Options {
  const { lines, from, to, timezone, limits } = context;
  const faint = cssToken('--faint');
  const grid = { stroke: cssToken('--line'), width: 1 };
  const range = valueRange(lines, limits);
  const axis = { stroke: faint, grid, ticks: grid, font: '11px "Inter Variable", system-ui, sans-serif' };
  return {
    width,
    height,
    ms: 1,
    tzDate: (at) => uPlot.tzDate(new Date(at), timezone),
    padding: [8, PADDING_RIGHT, 0, 0],
    legend: { show: false },
    cursor: {
      sync: { key: SYNC_KEY, scales: ['x', null] },
      drag: { x: true, y: false, setScale: false },
      points: { size: 7 },
      y: false,
    },
    scales: { x: { time: true, range: () => [from, to] }, y: { range: () => [range.low, range.high] } },
    axes: [
      {
        ...axis,
        size: 30,
        space: 74,
        values: (_plot, splits, _axis, _space, step) =>
          splits.map((at) => formatTimeTick(at, step, to - from, timezone)),
      },
      { ...axis, size: PADDING_LEFT, values: (_plot, splits) => splits.map((value) => `${formatTick(value)}`) },
    ],
    series: [
      {},
      ...lines.flatMap((line, index): uPlot.Series[] => {
        const color = cssToken(LINE_TOKENS[index % LINE_TOKENS.length] ?? '--series-1');
        const dash = line.isFaint === true ? [3, 4] : DASHES[index % DASHES.length];
        const edge: uPlot.Series = { stroke: 'transparent', width: 0, points: { show: false } };
        return [
          {
            stroke: line.isFaint === true ? faint : color,
            width: 1.6,
            points: { show: true, size: 4, fill: color, filter: () => [...(context.data.isolated[index] ?? [])] },
            ...(dash === undefined ? {} : { dash: [...dash] }),
            ...(line.stepped === true ? { paths: uPlot.paths.stepped?.({ align: 1 }) } : {}),
          } as uPlot.Series,
          edge,
          edge,
        ];
      }),
    ],
    bands: lines.flatMap((line, index) => {
      if (line.isFaint === true) return [];
      const color = cssToken(LINE_TOKENS[index % LINE_TOKENS.length] ?? '--series-1');
      return [{ series: [index * 3 + 3, index * 3 + 2] as [number, number], fill: `${color}30` }];
    }),
    hooks: {
      drawClear: [(plot) => drawBackground(plot, context)],
      draw: [(plot) => drawForeground(plot, context)],
      setCursor: [
        (plot) => {
          if (readout.current === null) return;
          const { idx } = plot.cursor;
          readout.current.textContent =
            idx == null ? '' : formatReadout(context, plot.posToVal(plot.cursor.left ?? 0, 'x'));
        },
      ],
      setSelect: [
        (plot) => {
          const { left, width: wide } = plot.select;
          // The other graphs of the page show the same selection; only the one that was dragged in reports it.
          if (wide < 6 || plot.cursor.event == null) return;
          const begin = plot.posToVal(left, 'x');
          const end = plot.posToVal(left + wide, 'x');
          plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
          if (end - begin >= MIN_ZOOM_MS) onZoom(begin, end);
        },
      ],
    },
  };
}

/** Formats the instant under the crosshair and the value of every line. */
function formatReadout({ lines, timezone, unit, decimals }: Context, at: number): string {
  const values = lines.flatMap((line) => {
    const point = pointAt(line, at);
    if (point === null) return [];
    const band =
      point.max - point.min > 10 ** -decimals
        ? ` (${point.min.toFixed(decimals)} to ${point.max.toFixed(decimals)})`
        : '';
    return [
      `${lines.length > 1 ? `${line.name} ` : ''}${line.text?.(point.mean) ?? `${point.mean.toFixed(decimals)} ${unit}`}${band}`,
    ];
  });
  return `${formatDateTime(at, timezone)}: ${values.length === 0 ? 'no data' : values.join(' · ')}`;
}

const formatTick = (value: number): string => String(Number(value.toFixed(3)));

function formatTimeTick(at: number, step: number, span: number, timezone: string): string {
  if (step < 60_000) return formatTimeWithSeconds(at, timezone);
  const time = formatTime(at, timezone);
  // Midnight is labeled with the day.
  return step >= DAY || (span > DAY * 1.5 && time === '00:00') ? formatDay(at, timezone) : time;
}

/** Moves the crosshair of all graphs by one point. */
function moveCursor(plot: uPlot, step: number): void {
  const xs = plot.data[0];
  const at = plot.cursor.idx ?? (step > 0 ? -1 : xs.length);
  const next = Math.min(xs.length - 1, Math.max(0, at + step));
  const place = xs[next];
  if (place === undefined) return;
  const box = plot.over.getBoundingClientRect();
  const clientX = box.left + plot.valToPos(place, 'x');
  plot.over.dispatchEvent(new MouseEvent('mousemove', { bubbles: true, clientX, clientY: box.top + box.height / 2 }));
}

interface Group {
  readonly first: Marker;
  readonly count: number;
}

/** Merges markers that are too close; a merged marker shows the most severe state. */
function grouped(marks: readonly Marker[], from: number, to: number, x: (at: number) => number): readonly Group[] {
  const groups: { first: Marker; count: number; end: number }[] = [];
  for (const marker of [...marks].filter(({ at }) => at <= to).sort((a, b) => a.at - b.at)) {
    const place = x(Math.max(from, marker.at));
    const last = groups.at(-1);
    if (last === undefined || place - last.end > MARKER_MERGE_PX) groups.push({ first: marker, count: 1, end: place });
    else {
      last.count += 1;
      if (STATES_BY_SEVERITY.indexOf(marker.state) < STATES_BY_SEVERITY.indexOf(last.first.state)) last.first = marker;
    }
  }
  return groups;
}

const STATES_BY_SEVERITY: readonly StateName[] = ['critical', 'warning', 'offline', 'info', 'none', 'ok'];
