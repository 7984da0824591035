/** Paints cells over the latest picture: by pointer, by touch, or by arrow keys and the space bar. */
import type { FrameOut } from '@picket/contracts/types';
import { leadingColumnOf } from '@picket/domain/metrics';
import { displayValue } from '@picket/domain/units';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { decodeCells, drawCells, findExtremes } from '../../ui/heat-picture.ts';
import { countOf, type Grid, isIncluded, isLocked, type Spot, zoneStatistics } from './grid-model.ts';
import { GridShapes } from './grid-shapes.tsx';
import { GridTools } from './grid-tools.tsx';
import { useGridPainting } from './use-grid-painting.ts';
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

export function GridEditor({ grid, frame, sensorMetricId, readOnly, useCelsius, onChange }: Props) {
  const hint = useId();
  const [isFocused, setFocused] = useState(false);
  const painting = useGridPainting(grid, readOnly, onChange);
  const { canvas, picture } = useDrawnFrame(frame);
  const cursor = isFocused ? painting.cursor : null;
  return (
    <div className="stack-tight">
      {!readOnly && <GridTools grid={grid} painting={painting} />}
      <div
        className={`grid-editor${readOnly ? '' : ' paintable'}`}
        style={{ aspectRatio: `${grid.columns} / ${grid.rows}` }}
        role="application"
        tabIndex={0}
        aria-label={`Cells of the zone, ${grid.rows} by ${grid.columns}`}
        aria-describedby={hint}
        {...painting.pointer}
        onPointerCancel={painting.pointer.onPointerUp}
        onKeyDown={painting.onKeyDown}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
      >
        <canvas ref={canvas} width={frame?.columns ?? grid.columns} height={frame?.rows ?? grid.rows} />
        <GridShapes grid={grid} id={hint} cursor={cursor} />
      </div>
      <p className="small muted" id={hint}>
        {readOnly
          ? 'Arrow keys move.'
          : 'Drag to paint; or arrow keys to move, space to switch a cell, Shift with an arrow to paint, Ctrl-Z to undo.'}
      </p>
      <p className="small num" role="status">
        {gridText(grid, frame === undefined || picture === null ? null : { frame, picture }, cursor, (value) =>
          cellText(value, sensorMetricId, useCelsius),
        )}
      </p>
    </div>
  );
}

/** The values of the cells of a picture, row by row. */
type Picture = ReturnType<typeof decodeCells>;

/** Draws the picture into the canvas. */
function useDrawnFrame(frame: FrameOut | undefined) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const picture = useMemo(() => (frame === undefined ? null : decodeCells(frame.data)), [frame]);
  const extremes = useMemo(() => (picture === null ? null : findExtremes(picture)), [picture]);
  useEffect(() => {
    if (picture !== null && extremes !== null) drawCells(canvas.current, picture, extremes);
  }, [picture, extremes]);
  return { canvas, picture };
}

function cellText(value: number, sensorMetricId: string, useCelsius: boolean): string {
  const { text, unit } = displayValue(sensorMetricId, leadingColumnOf(sensorMetricId), value, { useCelsius });
  return unit === '' || unit === 'level' ? text : `${text} ${unit}`;
}

interface Shown {
  readonly frame: FrameOut;
  readonly picture: Picture;
}

/** The value of the picture in the middle of a cell of the grid, which may have another size; NaN: none. */
function valueAt(grid: Grid, { frame, picture }: Shown, { row, column }: Spot): number {
  const frameRow = Math.floor(((row + 0.5) * frame.rows) / grid.rows);
  const frameColumn = Math.floor(((column + 0.5) * frame.columns) / grid.columns);
  return picture[frameRow * frame.columns + frameColumn] ?? Number.NaN;
}

/** "120 of 768 cells · now 68 °F to 91 °F, mean 74 °F · row 12, column 16: included, 70 °F". */
function gridText(grid: Grid, shown: Shown | null, cursor: Spot | null, text: (value: number) => string): string {
  const parts = [`${countOf(grid)} of ${grid.rows * grid.columns} cells`];
  const seen = shown === null ? null : zoneStatistics(grid, shown.picture, shown.frame.rows, shown.frame.columns);
  if (seen !== null) parts.push(`now ${text(seen.min)} to ${text(seen.max)}, mean ${text(seen.mean)}`);
  if (cursor !== null) {
    const state = isLocked(grid, cursor) ? 'locked' : isIncluded(grid, cursor) ? 'included' : 'excluded';
    const value = shown === null ? Number.NaN : valueAt(grid, shown, cursor);
    const measured = Number.isNaN(value) ? '' : `, ${text(value)}`;
    parts.push(`row ${cursor.row + 1}, column ${cursor.column + 1}: ${state}${measured}`);
  }
  return parts.join(' · ');
}
