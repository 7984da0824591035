/** Paints cells over the latest picture: by pointer, by touch, or by arrow keys and the space bar. */
import { Button, SegmentedControl } from '@mantine/core';
import type { FrameOut } from '@picket/contracts/types';
import { displayValue } from '@picket/domain/units';
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { decodeCells, drawCells, findExtremes, outlinePath } from '../../ui/heat-picture.ts';
import {
  all,
  countOf,
  fill,
  type Grid,
  invert,
  isIncluded,
  isLocked,
  rectangle,
  type Spot,
  stroke,
  zoneStatistics,
} from './grid-model.ts';
import './zones.css';

interface Props {
  readonly grid: Grid;
  /** The picture below it; undefined: none yet. */
  readonly frame: FrameOut | undefined;
  readonly sensorMetricId: string;
  readonly readOnly: boolean;
  readonly useCelsius: boolean;
  readonly onChange: (grid: Grid) => void;
}

type Tool = 'brush' | 'rectangle' | 'fill';
const TOOLS = [
  { value: 'brush', label: 'Brush' },
  { value: 'rectangle', label: 'Rectangle' },
  { value: 'fill', label: 'Fill' },
] as const;
const MODES = [
  { value: 'include', label: 'Include' },
  { value: 'exclude', label: 'Exclude' },
] as const;

export function GridEditor({ grid, frame, sensorMetricId, readOnly, useCelsius, onChange }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const hint = useId();
  const [tool, setTool] = useState<Tool>('brush');
  const [mode, setMode] = useState<'include' | 'exclude'>('include');
  const [cursor, setCursor] = useState<Spot>({ row: Math.floor(grid.rows / 2), column: Math.floor(grid.columns / 2) });
  const [isFocused, setFocused] = useState(false);
  const [past, setPast] = useState<readonly Grid[]>([]);
  const [future, setFuture] = useState<readonly Grid[]>([]);
  // A drag is one step to undo, however many cells it paints.
  const drag = useRef<{ readonly start: Spot; last: Spot; readonly before: Grid; now: Grid } | null>(null);
  const picture = useMemo(() => (frame === undefined ? null : decodeCells(frame.data)), [frame]);
  const extremes = useMemo(() => (picture === null ? null : findExtremes(picture)), [picture]);
  useEffect(() => {
    if (picture !== null && extremes !== null) drawCells(canvas.current, picture, extremes);
  }, [picture, extremes]);
  const isOn = mode === 'include';

  const step = (next: Grid): void => {
    setPast([...past, grid]);
    setFuture([]);
    onChange(next);
  };
  const undo = (): void => {
    const before = past.at(-1);
    if (before === undefined) return;
    setPast(past.slice(0, -1));
    setFuture([...future, grid]);
    onChange(before);
  };
  const redo = (): void => {
    const after = future.at(-1);
    if (after === undefined) return;
    setFuture(future.slice(0, -1));
    setPast([...past, grid]);
    onChange(after);
  };

  const spotAt = (event: PointerEvent<HTMLElement>): Spot => {
    const box = event.currentTarget.getBoundingClientRect();
    const indexAt = (part: number, size: number): number => Math.min(size - 1, Math.max(0, Math.floor(part * size)));
    return {
      row: indexAt((event.clientY - box.top) / box.height, grid.rows),
      column: indexAt((event.clientX - box.left) / box.width, grid.columns),
    };
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    if (readOnly) return;
    const spot = spotAt(event);
    setCursor(spot);
    if (tool === 'fill') {
      step(fill(grid, spot, isOn));
      return;
    }
    event.currentTarget.setPointerCapture(event.pointerId);
    const now = stroke(grid, spot, spot, isOn);
    drag.current = { start: spot, last: spot, before: grid, now };
    onChange(now);
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    const held = drag.current;
    if (held === null) return;
    const spot = spotAt(event);
    setCursor(spot);
    held.now =
      tool === 'rectangle' ? rectangle(held.before, held.start, spot, isOn) : stroke(held.now, held.last, spot, isOn);
    held.last = spot;
    onChange(held.now);
  };
  const onPointerUp = (): void => {
    const held = drag.current;
    drag.current = null;
    if (held === null) return;
    setPast([...past, held.before]);
    setFuture([]);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, readonly [number, number]>> = {
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
    };
    const move = steps[event.key];
    if (move !== undefined) {
      event.preventDefault();
      const spot = {
        row: Math.min(grid.rows - 1, Math.max(0, cursor.row + move[0])),
        column: Math.min(grid.columns - 1, Math.max(0, cursor.column + move[1])),
      };
      setCursor(spot);
      // With Shift the cursor paints where it goes.
      if (event.shiftKey && !readOnly) step(stroke(grid, cursor, spot, isOn));
      return;
    }
    if (readOnly) return;
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      if (tool === 'fill') step(fill(grid, cursor, isOn));
      else step(stroke(grid, cursor, cursor, !isIncluded(grid, cursor)));
    } else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z') {
      event.preventDefault();
      if (event.shiftKey) redo();
      else undo();
    } else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'y') {
      event.preventDefault();
      redo();
    }
  };

  const text = (value: number): string => {
    const column = sensorMetricId === 'camera_motion' ? 'level' : 'max';
    const { text: shown, unit } = displayValue(sensorMetricId, column, value, { useCelsius });
    return unit === '' || unit === 'level' ? shown : `${shown} ${unit}`;
  };
  const seen =
    frame === undefined || picture === null ? null : zoneStatistics(grid, picture, frame.rows, frame.columns);
  const pointed =
    frame === undefined || picture === null
      ? Number.NaN
      : (picture[
          Math.floor(((cursor.row + 0.5) * frame.rows) / grid.rows) * frame.columns +
            Math.floor(((cursor.column + 0.5) * frame.columns) / grid.columns)
        ] ?? Number.NaN);
  const cellName = isLocked(grid, cursor) ? 'locked' : isIncluded(grid, cursor) ? 'included' : 'excluded';
  const paths = useMemo(() => {
    const off = (row: number, column: number): boolean =>
      !isIncluded(grid, { row, column }) && !isLocked(grid, { row, column });
    const locked = (row: number, column: number): boolean => isLocked(grid, { row, column });
    const on = (row: number, column: number): boolean => isIncluded(grid, { row, column });
    return {
      off: areaOf(off, grid.rows, grid.columns),
      locked: areaOf(locked, grid.rows, grid.columns),
      outline: outlinePath(on, grid.rows, grid.columns),
    };
  }, [grid]);
  return (
    <div className="stack-tight">
      {!readOnly && (
        <div className="row grid-tools">
          <SegmentedControl
            size="xs"
            aria-label="What painting does"
            data={[...MODES]}
            value={mode}
            onChange={(value) => setMode(value === 'exclude' ? 'exclude' : 'include')}
          />
          <SegmentedControl
            size="xs"
            aria-label="Tool"
            data={[...TOOLS]}
            value={tool}
            onChange={(value) => setTool(TOOLS.find((one) => one.value === value)?.value ?? 'brush')}
          />
          <Button size="xs" variant="default" onClick={() => step(invert(grid))}>
            Invert
          </Button>
          <Button size="xs" variant="default" onClick={() => step(all(grid, true))}>
            All
          </Button>
          <Button size="xs" variant="default" onClick={() => step(all(grid, false))}>
            None
          </Button>
          <Button size="xs" variant="default" disabled={past.length === 0} onClick={undo}>
            Undo
          </Button>
          <Button size="xs" variant="default" disabled={future.length === 0} onClick={redo}>
            Redo
          </Button>
        </div>
      )}
      <div
        className={`grid-editor${readOnly ? '' : ' paintable'}`}
        style={{ aspectRatio: `${grid.columns} / ${grid.rows}` }}
        role="application"
        tabIndex={0}
        aria-label={`Cells of the zone, ${grid.rows} by ${grid.columns}`}
        aria-describedby={hint}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={onPointerUp}
        onKeyDown={onKeyDown}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
      >
        <canvas ref={canvas} width={frame?.columns ?? grid.columns} height={frame?.rows ?? grid.rows} />
        <svg viewBox={`0 0 ${grid.columns} ${grid.rows}`} aria-hidden="true">
          <pattern id={`${hint}-hatch`} width="1" height="1" patternUnits="userSpaceOnUse">
            <rect className="grid-hatch" width="1" height="1" />
            <path className="grid-hatch-line" d="M0,1L1,0" />
          </pattern>
          <path className="grid-off" d={paths.off} />
          <path fill={`url(#${hint}-hatch)`} d={paths.locked} />
          <path className="grid-outline" d={paths.outline} />
          {isFocused && <rect className="grid-cursor" x={cursor.column} y={cursor.row} width="1" height="1" />}
        </svg>
      </div>
      <p className="small muted" id={hint}>
        {readOnly
          ? 'Arrow keys move.'
          : 'Drag to paint; or arrow keys to move, space to switch a cell, Shift with an arrow to paint, Ctrl-Z to undo.'}
      </p>
      <p className="small num" role="status">
        {countOf(grid)} of {grid.rows * grid.columns} cells
        {seen !== null && ` · now ${text(seen.min)} to ${text(seen.max)}, mean ${text(seen.mean)}`}
        {isFocused &&
          ` · row ${cursor.row + 1}, column ${cursor.column + 1}: ${cellName}${Number.isNaN(pointed) ? '' : `, ${text(pointed)}`}`}
      </p>
    </div>
  );
}

/** Cells as one path, row by row. */
function areaOf(has: (row: number, column: number) => boolean, rows: number, columns: number): string {
  let path = '';
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      if (!has(row, column)) continue;
      const from = column;
      while (column + 1 < columns && has(row, column + 1)) column += 1;
      path += `M${from},${row}h${column - from + 1}v1h-${column - from + 1}z`;
    }
  return path;
}
