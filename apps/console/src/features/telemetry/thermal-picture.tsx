/** What a thermal imager sees: live, or at a time of the last day; zones outlined, the hottest cell marked. */

import { Button, Slider } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { AssetOut, ZoneOut } from '@picket/contracts/types';
import { formatDuration } from '@picket/domain/ages';
import { formatInstant } from '@picket/domain/time';
import { displayValue } from '@picket/domain/units';
import { type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import { problemText, useApi } from '../../lib/api.ts';
import { formatTime } from '../../lib/format-time.ts';
import { useLiveReading } from '../../lib/live-readings.ts';
import { useNow } from '../../lib/now.ts';
import { HEAT_GRADIENT } from '../../ui/heat-colors.ts';
import { decodeCells, drawCells, type Extremes, findExtremes, outlinePath, scaleRange } from '../../ui/heat-picture.ts';
import './thermal-picture.css';

const METRIC = 'thermal_temperature';
const DAY = 86_400_000;
const QUARTER = 900_000;

interface Props {
  readonly sentry: { readonly guid: string; readonly name: string };
  readonly timezone: string;
  /** When the last picture known to the page was taken, in milliseconds. */
  readonly newestAt: number;
  readonly zones: readonly ZoneOut[];
  readonly assets: readonly AssetOut[];
  readonly useCelsius: boolean;
}

export function ThermalPicture({ sentry, timezone, newestAt, zones, assets, useCelsius }: Props) {
  const now = useNow();
  const { at: liveAt } = useLiveReading(sentry.guid, METRIC, 'max', { at: newestAt, value: null });
  const [chosen, setChosen] = useState<number | null>(null);
  const [shownAt] = useDebouncedValue(chosen, 80);
  const end = Math.ceil(now / QUARTER) * QUARTER;
  const taken = useApi('GET /sentries/{guid}/frames', {
    params: { guid: sentry.guid },
    query: { sensorMetricId: METRIC, from: formatInstant(end - DAY), to: formatInstant(end), points: 288 },
  });
  const frame = useApi('GET /sentries/{guid}/frame', {
    params: { guid: sentry.guid },
    query: { sensorMetricId: METRIC, at: formatInstant(shownAt ?? liveAt) },
  });
  const times = useMemo(() => (taken.data?.items ?? []).map(({ at }) => Date.parse(at)), [taken.data]);
  const cells = useMemo(() => (frame.data === undefined ? null : decodeCells(frame.data.data)), [frame.data]);
  const extremes = useMemo(() => (cells === null ? null : findExtremes(cells)), [cells]);
  const text = (celsius: number): string => {
    const value = displayValue(METRIC, 'max', celsius, { useCelsius });
    return `${value.text} ${value.unit}`;
  };
  if (frame.error && !frame.data)
    return (
      <section className="card pad stack" aria-label={`Thermal picture, ${sentry.name}`}>
        <h2>Thermal picture · {sentry.name}</h2>
        <p className="muted">{problemText(frame.error)}</p>
      </section>
    );
  const at = frame.data === undefined ? null : Date.parse(frame.data.at);
  const own = zones.filter(
    ({ sentry: owner, sensorMetricIdList }) =>
      (owner === undefined || owner === sentry.guid) && sensorMetricIdList.includes(METRIC),
  );
  const place = chosen === null ? times.length : times.filter((time) => time <= chosen).length - 1;
  return (
    <section className="card pad stack thermal" aria-label={`Thermal picture, ${sentry.name}`}>
      <div className="row">
        <h2>Thermal picture · {sentry.name}</h2>
        <span className="grow" />
        {at !== null && (
          <span className="small muted num">
            {chosen === null
              ? `${formatDuration(Math.max(0, now - at))} ago`
              : `${formatTime(at, timezone)}, ${formatDuration(Math.max(0, now - at))} ago`}
          </span>
        )}
      </div>
      {frame.data === undefined || cells === null || extremes === null ? (
        <div className="skeleton thermal-frame" aria-hidden="true" />
      ) : (
        <Picture
          cells={cells}
          rows={frame.data.rows}
          columns={frame.data.columns}
          extremes={extremes}
          zones={own}
          assets={assets.filter(({ place: spot }) => spot?.sentry === sentry.guid)}
          text={text}
          label={`Thermal picture of ${sentry.name}: from ${text(extremes.min)} to ${text(extremes.max)}`}
        />
      )}
      {times.length > 1 && (
        <div className="row thermal-time">
          <Slider
            className="grow"
            min={0}
            max={times.length}
            value={place}
            label={(index) => (times[index] === undefined ? 'live' : formatTime(times[index] ?? 0, timezone))}
            thumbLabel={`Time of the picture, ${sentry.name}`}
            onChange={(index) => setChosen(times[index] ?? null)}
          />
          <Button
            size="xs"
            variant={chosen === null ? 'filled' : 'default'}
            aria-pressed={chosen === null}
            onClick={() => setChosen(null)}
          >
            Live
          </Button>
        </div>
      )}
    </section>
  );
}

interface PictureProps {
  readonly cells: Float32Array;
  readonly rows: number;
  readonly columns: number;
  readonly extremes: Extremes;
  readonly zones: readonly ZoneOut[];
  readonly assets: readonly AssetOut[];
  readonly text: (celsius: number) => string;
  readonly label: string;
}

function Picture({ cells, rows, columns, extremes, zones, assets, text, label }: PictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [over, setOver] = useState<{ readonly row: number; readonly column: number } | null>(null);
  const { min, max, hottestIndex } = extremes;
  const range = scaleRange(extremes);
  useEffect(() => drawCells(canvas.current, cells, extremes), [cells, extremes]);
  const onMove = (event: PointerEvent<HTMLDivElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    const row = Math.floor(((event.clientY - box.top) / box.height) * rows);
    const column = Math.floor(((event.clientX - box.left) / box.width) * columns);
    setOver(row >= 0 && row < rows && column >= 0 && column < columns ? { row, column } : null);
  };
  const pointed = over === null ? Number.NaN : (cells[over.row * columns + over.column] ?? Number.NaN);
  return (
    <>
      <div
        className="thermal-frame"
        style={{ aspectRatio: `${columns} / ${rows}` }}
        onPointerMove={onMove}
        onPointerLeave={() => setOver(null)}
      >
        <canvas ref={canvas} width={columns} height={rows} role="img" aria-label={label} />
        <svg viewBox={`0 0 ${columns} ${rows}`} aria-hidden="true">
          {zones.map((zone) => {
            const cell = (row: number, column: number): boolean =>
              zone.exclusions[Math.floor((row * zone.rows) / rows)]?.[Math.floor((column * zone.columns) / columns)] ===
              'included';
            return <path key={zone.zoneId} className="thermal-zone" d={outlinePath(cell, rows, columns)} />;
          })}
          {assets.map(({ guid, name, place }) =>
            place === undefined ? null : (
              <g key={guid} className="thermal-asset">
                <rect x={place.column + 0.1} y={place.row + 0.1} width="0.8" height="0.8" />
                <text
                  x={place.column > columns * 0.7 ? place.column - 1.1 : place.column + 2.1}
                  y={place.row + 0.85}
                  textAnchor={place.column > columns * 0.7 ? 'end' : 'start'}
                >
                  {name}
                </text>
              </g>
            ),
          )}
          <g
            className="thermal-hottest"
            transform={`translate(${(hottestIndex % columns) + 0.5} ${Math.floor(hottestIndex / columns) + 0.5})`}
          >
            <circle r="0.9" />
            <path d="M-1.7,0h0.8M0.9,0h0.8M0,-1.7v0.8M0,0.9v0.8" />
          </g>
        </svg>
      </div>
      <div className="thermal-legend small num">
        <span>{text(min)}</span>
        <span className="thermal-scale" style={{ background: HEAT_GRADIENT }} />
        <span>{text(min + range)}</span>
      </div>
      <p className="small muted num thermal-summary">
        {over !== null && !Number.isNaN(pointed)
          ? `${text(pointed)} in row ${over.row + 1}, column ${over.column + 1}`
          : `Hottest ${text(max)}, in row ${Math.floor(hottestIndex / columns) + 1}, column ${(hottestIndex % columns) + 1}`}
        {zones.length > 0 && ` · ${zones.map(({ name }) => name).join(', ')} outlined`}
      </p>
    </>
  );
}
