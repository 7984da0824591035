/** Paints cells over the latest picture: by pointer, by touch, or by arrow keys and the space bar. */
import type { FrameOut } from '@picket/contracts/types';
import { leadingColumnOf } from '@picket/domain/metrics';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Formats } from '../../lib/formats.ts';
import { type Translator, useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { decodeCells, drawCells, findExtremes } from '../../ui/heat-picture.ts';
import styles from './grid-editor.module.css';
import { countOf, type Grid, isIncluded, isLocked, type Spot, zoneStatistics } from './grid-model.ts';
import { GridShapes } from './grid-shapes.tsx';
import { GridTools } from './grid-tools.tsx';
import { useGridPainting } from './use-grid-painting.ts';

interface Props {
  readonly grid: Grid;
  /** The picture below it; undefined: none yet. */
  readonly frame: FrameOut | undefined;
  readonly sensorMetricId: string;
  readonly readOnly: boolean;
  readonly onChange: (grid: Grid) => void;
}

export function GridEditor({ grid, frame, sensorMetricId, readOnly, onChange }: Props) {
  const t = useText();
  const formats = useFormats();
  const hint = useId();
  const [isFocused, setFocused] = useState(false);
  const painting = useGridPainting(grid, { readOnly, onChange });
  const { canvas, picture } = useDrawnFrame(frame);
  const cursor = isFocused ? painting.cursor : null;
  return (
    <div className="stack-tight">
      {!readOnly && <GridTools grid={grid} painting={painting} />}
      <div
        className={styles.editor}
        data-paintable={!readOnly || undefined}
        style={{ aspectRatio: `${grid.columns} / ${grid.rows}` }}
        role="application"
        tabIndex={0}
        aria-label={t('zones.grid.label', { rows: grid.rows, columns: grid.columns })}
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
        {readOnly ? t('zones.grid.keys') : t('zones.grid.paintingKeys')}
      </p>
      <p className="small num" role="status">
        {gridTexts(t, grid, frame === undefined || picture === null ? null : { frame, picture }, cursor, (value) =>
          cellText(formats, value, sensorMetricId),
        ).join(' · ')}
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

function cellText(formats: Formats, value: number, sensorMetricId: string): string {
  const { text, unit } = formats.value(sensorMetricId, leadingColumnOf(sensorMetricId), value);
  return unit === '' ? text : `${text} ${unit}`;
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

/** The parts of "120 of 768 cells · now 68 °F to 91 °F, mean 74 °F · row 12, column 16: included, 70 °F". */
function gridTexts(
  t: Translator,
  grid: Grid,
  shown: Shown | null,
  cursor: Spot | null,
  text: (value: number) => string,
): readonly string[] {
  const seen = shown === null ? null : zoneStatistics(grid, shown.picture, shown.frame.rows, shown.frame.columns);
  return [
    t('zones.grid.count', { count: countOf(grid), of: grid.rows * grid.columns }),
    ...(seen === null
      ? []
      : [t('zones.grid.now', { min: text(seen.min), max: text(seen.max), mean: text(seen.mean) })]),
    ...(cursor === null ? [] : [cursorText(t, grid, shown, cursor, text)]),
  ];
}

function cursorText(
  t: Translator,
  grid: Grid,
  shown: Shown | null,
  cursor: Spot,
  text: (value: number) => string,
): string {
  const kind = isLocked(grid, cursor) ? 'locked' : isIncluded(grid, cursor) ? 'included' : 'excluded';
  const spot = { row: cursor.row + 1, column: cursor.column + 1, state: t(`zones.cell.${kind}`) };
  const value = shown === null ? Number.NaN : valueAt(grid, shown, cursor);
  return Number.isNaN(value)
    ? t('zones.grid.cursor', spot)
    : t('zones.grid.cursorValue', { ...spot, value: text(value) });
}
