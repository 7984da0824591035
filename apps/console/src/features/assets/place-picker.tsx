/** Where an asset stands in a sentry's picture: a cell of a grid, chosen by pointer or by arrow keys. */
import { ZONE_COLUMNS, ZONE_ROWS } from '@picket/domain/zones';
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { useApi } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { decodeCells, drawCells, findExtremes } from '../../ui/heat-picture.ts';
import styles from './place-picker.module.css';

interface Props {
  readonly sentry: string;
  readonly row: number;
  readonly column: number;
  readonly onChange: (row: number, column: number) => void;
}

const STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

const clamp = (value: number, size: number): number => Math.min(size - 1, Math.max(0, value));

export function PlacePicker({ sentry, row, column, onChange }: Props) {
  const t = useText();
  const { canvas, columns, rows, hasNone } = useThermalFrame(sentry);
  const point = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.type === 'pointermove' && event.buttons === 0) return;
    const box = event.currentTarget.getBoundingClientRect();
    onChange(
      clamp(Math.floor(((event.clientY - box.top) / box.height) * ZONE_ROWS), ZONE_ROWS),
      clamp(Math.floor(((event.clientX - box.left) / box.width) * ZONE_COLUMNS), ZONE_COLUMNS),
    );
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onChange(clamp(row + step[0], ZONE_ROWS), clamp(column + step[1], ZONE_COLUMNS));
  };
  const cell = { row: row + 1, column: column + 1, rows: ZONE_ROWS, columns: ZONE_COLUMNS };
  return (
    <div className="stack-tight">
      <div
        className={styles.picker}
        role="slider"
        tabIndex={0}
        aria-label={t('assets.place.label')}
        aria-valuemin={0}
        aria-valuemax={ZONE_ROWS * ZONE_COLUMNS - 1}
        aria-valuenow={row * ZONE_COLUMNS + column}
        aria-valuetext={t('assets.place.value', cell)}
        onPointerDown={point}
        onPointerMove={point}
        onKeyDown={onKeyDown}
      >
        <canvas ref={canvas} width={columns} height={rows} />
        <svg viewBox={`0 0 ${ZONE_COLUMNS} ${ZONE_ROWS}`} aria-hidden="true">
          <path className={styles.lines} d={LINES} />
          <rect className={styles.cell} x={column} y={row} width="1" height="1" />
        </svg>
      </div>
      <p className="small muted num">{t(hasNone ? 'assets.place.withoutPicture' : 'assets.place.cell', cell)}</p>
    </div>
  );
}

interface ThermalFrame {
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly columns: number;
  readonly rows: number;
  /** The sentry has sent no picture yet. */
  readonly hasNone: boolean;
}

/** Draws the latest picture of a sentry. */
function useThermalFrame(sentry: string): ThermalFrame {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { data, error } = useApi(
    'GET /sentries/{guid}/frame',
    { params: { guid: sentry }, query: { sensorMetricId: 'thermal_temperature' } },
    { shouldRetryOnError: false, keepPreviousData: false },
  );
  useEffect(() => {
    if (data === undefined) return;
    const cells = decodeCells(data.data);
    const extremes = findExtremes(cells);
    if (extremes !== null) drawCells(canvas.current, cells, extremes);
  }, [data]);
  return {
    canvas,
    columns: data?.columns ?? ZONE_COLUMNS,
    rows: data?.rows ?? ZONE_ROWS,
    hasNone: error?.status === 404,
  };
}

const LINES = [
  ...Array.from({ length: ZONE_ROWS - 1 }, (_, index) => `M0,${index + 1}H${ZONE_COLUMNS}`),
  ...Array.from({ length: ZONE_COLUMNS - 1 }, (_, index) => `M${index + 1},0V${ZONE_ROWS}`),
].join('');
