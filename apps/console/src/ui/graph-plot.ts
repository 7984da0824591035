/** A graph as the plotting library draws it: axes, lines with their envelope, crosshair, and zooming by a drag. */
import uPlot from 'uplot';
import type { Formats } from '../lib/formats.ts';
import type { Translator } from '../lib/texts.ts';
import { tickSteps, valueTickTexts } from './chart-scale.ts';
import { type AlignedData, type GraphLine, pointAt, valueRange } from './graph-data.ts';
import {
  type Band,
  cssToken,
  type DeviceChange,
  drawBackground,
  drawForeground,
  type Limit,
} from './graph-painting.ts';
import { tickCount, tickText, timeTicks } from './time-ticks.ts';

export interface GraphContent {
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

interface AlignedContent extends GraphContent {
  readonly data: AlignedData;
  readonly t: Translator;
  /** In the time zone of the graph. */
  readonly formats: Formats;
}

interface PlotSettings {
  readonly width: number;
  readonly height: number;
  /** Gets the text of what is under the crosshair; `''`: nothing. */
  readonly onReadout: (text: string) => void;
  /** The user dragged over a time range. */
  readonly onZoom: (from: number, to: number) => void;
}

const SYNC_KEY = uPlot.sync('picket').key;
export const PADDING_LEFT = 54;
export const PADDING_RIGHT = 12;
const MIN_ZOOM_MS = 60_000;
const MIN_DRAG_PX = 6;
const LINE_TOKENS = ['--series-1', '--series-2', '--series-3', '--series-4', '--series-5', '--series-6'];
const DASHES: readonly (readonly number[] | undefined)[] = [undefined, [6, 4], [2, 3], [8, 3, 2, 3], [12, 4], [4, 2]];

export const lineColor = (index: number): string => `var(${LINE_TOKENS[index % LINE_TOKENS.length]})`;

/** The color of a line as canvases take it. */
const canvasColor = (index: number): string => cssToken(LINE_TOKENS[index % LINE_TOKENS.length] ?? '--series-1');

/** Draws a graph into an element. All graphs of a page share one crosshair. */
export const drawPlot = (content: AlignedContent, settings: PlotSettings, holder: HTMLElement): uPlot =>
  new uPlot(plotOptions(content, settings), plotData(content.data), holder);

/** Guarantee: undefined is "no point here, and no gap" to the library, as its documentation says and its types do not. */
const plotData = ({ columns }: AlignedData): uPlot.AlignedData => columns as uPlot.AlignedData;

function plotOptions(content: AlignedContent, settings: PlotSettings): uPlot.Options {
  const { width, height, onReadout, onZoom } = settings;
  const { lines, from, to, timezone, limits, data } = content;
  const range = valueRange(lines, limits);
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
    axes: axesOf(content, width),
    series: [{}, ...lines.flatMap((line, index) => lineSeries(line, index, data.isolated[index] ?? []))],
    bands: lines.flatMap((line, index) => envelopeOf(line, index)),
    hooks: {
      drawClear: [(plot) => drawBackground(plot, content)],
      draw: [(plot) => drawForeground(plot, content)],
      setCursor: [
        (plot) =>
          onReadout(plot.cursor.idx == null ? '' : formatReadout(content, plot.posToVal(plot.cursor.left ?? 0, 'x'))),
      ],
      setSelect: [(plot) => reportSelection(plot, onZoom)],
    },
  };
}

function axesOf(content: AlignedContent, width: number): uPlot.Axis[] {
  const { from, to, timezone, formats, lines, limits, decimals } = content;
  const { low, high } = valueRange(lines, limits);
  const ticks = timeTicks(from, to, timezone, tickCount(width - PADDING_LEFT - PADDING_RIGHT));
  const grid = { stroke: cssToken('--line'), width: 1 };
  const font = '11px "Inter Variable", system-ui, sans-serif';
  const axis: uPlot.Axis = { stroke: cssToken('--faint'), grid, ticks: grid, font };
  return [
    {
      ...axis,
      size: 30,
      splits: () => ticks.map(({ at }) => at),
      values: () => ticks.map((tick) => tickText(formats, tick)),
    },
    {
      ...axis,
      size: PADDING_LEFT,
      incrs: [...tickSteps(low, high, decimals)],
      values: (_plot, splits) => [...valueTickTexts(splits, formats.number)],
    },
  ];
}

/** The mean of a line, and its two edges, between which the envelope is filled. */
function lineSeries(line: GraphLine, index: number, isolated: readonly number[]): uPlot.Series[] {
  const color = canvasColor(index);
  const dash = line.isFaint === true ? [3, 4] : DASHES[index % DASHES.length];
  const paths = line.stepped === true ? uPlot.paths.stepped?.({ align: 1 }) : undefined;
  const edge: uPlot.Series = { stroke: 'transparent', width: 0, points: { show: false } };
  return [
    {
      stroke: line.isFaint === true ? cssToken('--faint') : color,
      width: 1.6,
      points: { show: true, size: 4, fill: color, filter: () => [...isolated] },
      ...(dash === undefined ? {} : { dash: [...dash] }),
      ...(paths === undefined ? {} : { paths }),
    },
    edge,
    edge,
  ];
}

/** The band from the minimum to the maximum of a line. */
const envelopeOf = (line: GraphLine, index: number): uPlot.Band[] =>
  line.isFaint === true
    ? []
    : [{ series: [index * 3 + 3, index * 3 + 2], fill: `color-mix(in srgb, ${canvasColor(index)} 19%, transparent)` }];

/** The other graphs of the page show the same selection; only the one that was dragged in reports it. */
function reportSelection(plot: uPlot, onZoom: PlotSettings['onZoom']): void {
  const { left, width } = plot.select;
  if (width < MIN_DRAG_PX || plot.cursor.event == null) return;
  const begin = plot.posToVal(left, 'x');
  const end = plot.posToVal(left + width, 'x');
  plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  if (end - begin >= MIN_ZOOM_MS) onZoom(begin, end);
}

/** Formats the instant under the crosshair and the value of every line. */
function formatReadout({ lines, unit, decimals, t, formats }: AlignedContent, at: number): string {
  const number = (value: number): string => formats.number(value, decimals);
  const values = lines.flatMap((line) => {
    const point = pointAt(line, at);
    if (point === null) return [];
    const mean = line.text?.(point.mean) ?? (unit === '' ? number(point.mean) : `${number(point.mean)} ${unit}`);
    const value =
      point.max - point.min > 10 ** -decimals
        ? t('ui.graph.valueInBand', { value: mean, min: number(point.min), max: number(point.max) })
        : mean;
    return [lines.length > 1 ? t('ui.graph.valueOf', { name: line.name, value }) : value];
  });
  const time = formats.dateTimeWithSeconds(at);
  return values.length === 0
    ? t('ui.graph.noData', { time })
    : t('ui.graph.readout', { time, values: values.join(' · ') });
}

/** Moves the crosshair of all graphs by one point. */
export function moveCursor(plot: uPlot, step: number): void {
  const xs = plot.data[0];
  const at = plot.cursor.idx ?? (step > 0 ? -1 : xs.length);
  const next = Math.min(xs.length - 1, Math.max(0, at + step));
  const place = xs[next];
  if (place === undefined) return;
  const box = plot.over.getBoundingClientRect();
  const clientX = box.left + plot.valToPos(place, 'x');
  plot.over.dispatchEvent(new MouseEvent('mousemove', { bubbles: true, clientX, clientY: box.top + box.height / 2 }));
}
