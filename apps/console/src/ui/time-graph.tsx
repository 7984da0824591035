/**
 * One graph over time: a line per series with the envelope of downsampled points, gaps as gaps, bands and limits behind,
 * markers with links above. All graphs of a page share one crosshair. Dragging and the keys + and - zoom; the arrow keys move
 * the crosshair (with Shift: the time range).
 */
import { useComputedColorScheme } from '@mantine/core';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef } from 'react';
import type uPlot from 'uplot';
import styles from './time-graph.module.css';
import 'uplot/dist/uPlot.min.css';
import { useText } from '../lib/texts.ts';
import { useFormats } from '../lib/use-formats.ts';
import { useWidth } from '../lib/use-width.ts';
import { alignLines } from './graph-data.ts';
import { GraphMarkers, type Marker } from './graph-markers.tsx';
import { drawPlot, type GraphContent, moveCursor, PADDING_LEFT, PADDING_RIGHT } from './graph-plot.ts';

interface Props extends GraphContent {
  /** The accessible name. */
  readonly label: string;
  /** The id of a text that says what is to be seen. */
  readonly describedBy: string;
  readonly markers: readonly Marker[];
  readonly height?: number;
  /** The user chose a time range. */
  readonly onZoom: (from: number, to: number) => void;
  /** Passes the canvas, for downloading it. */
  readonly onDrawn?: (canvas: HTMLCanvasElement | null) => void;
}

export function TimeGraph(props: Props) {
  const { label, describedBy, from, to, timezone, markers, height = 220, onZoom } = props;
  const t = useText();
  const { ref, width } = useWidth<HTMLDivElement>();
  const { holder, readout, plot } = usePlot(props, Math.round(width), height);
  const hint = useId();
  const x = (at: number): number => PADDING_LEFT + ((at - from) / (to - from)) * (width - PADDING_LEFT - PADDING_RIGHT);
  const onKeyDown = (event: KeyboardEvent): void => {
    const direction = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const zoomed = zoomOfKey(event, direction, from, to);
    if (zoomed !== null) onZoom(...zoomed);
    else if (direction !== 0 && plot.current !== null) moveCursor(plot.current, direction);
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.graph} data-time-graph ref={ref}>
      <div className={styles.markers}>
        {width > 0 && <GraphMarkers markers={markers} from={from} to={to} timezone={timezone} x={x} />}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would announce an input */}
      <div
        tabIndex={0}
        role="group"
        aria-label={label}
        aria-describedby={`${describedBy} ${hint}`}
        onKeyDown={onKeyDown}
        className={styles.plot}
        data-plot
      >
        <div ref={holder} style={{ height }} />
      </div>
      <span id={hint} hidden>
        {t('ui.graph.keys')}
      </span>
      <div ref={readout} className={`${styles.readout} small num muted`} data-readout aria-live="off" />
    </div>
  );
}

/** The time range a key asks for; null: none. `direction`: 1 for the arrow to the right, -1 to the left, else 0. */
function zoomOfKey({ key, shiftKey }: KeyboardEvent, direction: number, from: number, to: number) {
  const span = to - from;
  const shift = (direction * span) / 4;
  if (direction !== 0 && shiftKey) return [from + shift, to + shift] as const;
  if (key === '+') return [from + span / 4, to - span / 4] as const;
  return key === '-' ? ([from - span / 2, to + span / 2] as const) : null;
}

/** Draws into `holder` what is to be seen, again when that changes, and the text under the crosshair into `readout`. */
function usePlot(props: Props, width: number, height: number) {
  const { lines, from, to, timezone, unit, decimals, bands, limits, deviceChanges, onDrawn } = props;
  const t = useText();
  const formats = useFormats(timezone);
  const holder = useRef<HTMLDivElement>(null);
  const readout = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const zoom = useRef(props.onZoom);
  zoom.current = props.onZoom;
  const scheme = useComputedColorScheme('light');
  const data = useMemo(() => alignLines(lines), [lines]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the color scheme changes what the tokens say
  useEffect(() => {
    if (width === 0 || holder.current === null) return;
    const content = { data, lines, from, to, timezone, unit, decimals, bands, limits, deviceChanges, t, formats };
    const onReadout = (text: string): void => {
      if (readout.current !== null) readout.current.textContent = text;
    };
    const drawn = drawPlot(
      content,
      { width, height, onReadout, onZoom: (begin, end) => zoom.current(begin, end) },
      holder.current,
    );
    plot.current = drawn;
    onDrawn?.(drawn.ctx.canvas);
    return () => {
      plot.current = null;
      onDrawn?.(null);
      drawn.destroy();
    };
  }, [
    data,
    lines,
    from,
    to,
    timezone,
    unit,
    decimals,
    bands,
    limits,
    deviceChanges,
    t,
    formats,
    width,
    height,
    scheme,
    onDrawn,
  ]);
  return { holder, readout, plot };
}
