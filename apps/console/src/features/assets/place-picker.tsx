/** Where an asset stands in a sentry's picture: a cell of a grid, chosen by pointer or by arrow keys. */
import { ZONE_COLUMNS, ZONE_ROWS } from '@picket/domain/zones';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { useApi } from '../../lib/api.ts';
import { decodeCells, drawCells, findExtremes } from '../../ui/heat-picture.ts';
import './assets.css';

interface Props {
  readonly sentry: string;
  readonly row: number;
  readonly column: number;
  readonly onChange: (row: number, column: number) => void;
}

const clamp = (value: number, size: number): number => Math.min(size - 1, Math.max(0, value));

export function PlacePicker({ sentry, row, column, onChange }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const frame = useApi(
    'GET /sentries/{guid}/frame',
    {
      params: { guid: sentry },
      query: { sensorMetricId: 'thermal_temperature' },
    },
    { shouldRetryOnError: false, keepPreviousData: false },
  );
  const { data } = frame;
  useEffect(() => {
    if (data === undefined) return;
    const cells = decodeCells(data.data);
    const extremes = findExtremes(cells);
    if (extremes !== null) drawCells(canvas.current, cells, extremes);
  }, [data]);
  const point = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.type === 'pointermove' && event.buttons === 0) return;
    const box = event.currentTarget.getBoundingClientRect();
    onChange(
      clamp(Math.floor(((event.clientY - box.top) / box.height) * ZONE_ROWS), ZONE_ROWS),
      clamp(Math.floor(((event.clientX - box.left) / box.width) * ZONE_COLUMNS), ZONE_COLUMNS),
    );
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps: Record<string, readonly [number, number]> = {
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onChange(clamp(row + step[0], ZONE_ROWS), clamp(column + step[1], ZONE_COLUMNS));
  };
  return (
    <div className="stack-tight">
      <div
        className="place-picker"
        role="slider"
        tabIndex={0}
        aria-label="Place in the picture; arrow keys move it"
        aria-valuemin={0}
        aria-valuemax={ZONE_ROWS * ZONE_COLUMNS - 1}
        aria-valuenow={row * ZONE_COLUMNS + column}
        aria-valuetext={`row ${row + 1}, column ${column + 1}`}
        onPointerDown={point}
        onPointerMove={point}
        onKeyDown={onKeyDown}
      >
        <canvas ref={canvas} width={data?.columns ?? ZONE_COLUMNS} height={data?.rows ?? ZONE_ROWS} />
        <svg viewBox={`0 0 ${ZONE_COLUMNS} ${ZONE_ROWS}`} aria-hidden="true">
          <path className="place-lines" d={LINES} />
          <rect className="place-cell" x={column} y={row} width="1" height="1" />
        </svg>
      </div>
      <p className="small muted num">
        Row {row + 1} of {ZONE_ROWS}, column {column + 1} of {ZONE_COLUMNS}
        {frame.error?.status === 404 && ' · this sentry has sent no picture yet'}
      </p>
    </div>
  );
}

const LINES = [
  ...Array.from({ length: ZONE_ROWS - 1 }, (_, index) => `M0,${index + 1}H${ZONE_COLUMNS}`),
  ...Array.from({ length: ZONE_COLUMNS - 1 }, (_, index) => `M${index + 1},0V${ZONE_ROWS}`),
].join('');
