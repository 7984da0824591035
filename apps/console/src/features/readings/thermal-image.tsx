/** One thermal picture: zones outlined, assets named, the hottest cell marked, and what is under the pointer. */
import type { AssetOut, ZoneOut } from '@picket/contracts/types';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { HEAT_GRADIENT } from '../../ui/heat-colors.ts';
import { drawCells, outlinePath, scaleRange } from '../../ui/heat-picture.ts';
import styles from './thermal-picture.module.css';
import { THERMAL_METRIC, type ThermalPicture } from './use-thermal-frames.ts';

interface Props {
  readonly picture: ThermalPicture;
  readonly zones: readonly ZoneOut[];
  readonly assets: readonly AssetOut[];
  /** Its name. */
  readonly sentry: string;
}

interface Place {
  readonly row: number;
  readonly column: number;
}

export function ThermalImage({ picture, zones, assets, sentry }: Props) {
  const { cells, rows, columns, extremes } = picture;
  const { min, max } = extremes;
  const t = useText();
  const formats = useFormats();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [over, setOver] = useState<Place | null>(null);
  useEffect(() => drawCells(canvas.current, cells, extremes), [cells, extremes]);
  const onMove = (event: PointerEvent<HTMLDivElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    const row = Math.floor(((event.clientY - box.top) / box.height) * rows);
    const column = Math.floor(((event.clientX - box.left) / box.width) * columns);
    setOver(row >= 0 && row < rows && column >= 0 && column < columns ? { row, column } : null);
  };
  const text = (celsius: number): string => formats.valueText(THERMAL_METRIC, 'max', celsius);
  return (
    <>
      <div
        className={styles.frame}
        style={{ aspectRatio: `${columns} / ${rows}` }}
        onPointerMove={onMove}
        onPointerLeave={() => setOver(null)}
      >
        <canvas
          ref={canvas}
          width={columns}
          height={rows}
          role="img"
          aria-label={t('telemetry.thermal.range', { sentry, min: text(min), max: text(max) })}
        />
        <svg viewBox={`0 0 ${columns} ${rows}`} aria-hidden="true">
          <Zones picture={picture} zones={zones} />
          <Assets columns={columns} assets={assets} />
          <Hottest picture={picture} />
        </svg>
      </div>
      <div className={`${styles.legend} small num`}>
        <span>{text(min)}</span>
        <span className={styles.scale} style={{ background: HEAT_GRADIENT }} />
        <span>{text(min + scaleRange(extremes))}</span>
      </div>
      <Summary picture={picture} over={over} zones={zones} />
    </>
  );
}

function Zones({ picture: { rows, columns }, zones }: Pick<Props, 'picture' | 'zones'>) {
  return zones.map((zone) => {
    const isIncluded = (row: number, column: number): boolean =>
      zone.exclusions[Math.floor((row * zone.rows) / rows)]?.[Math.floor((column * zone.columns) / columns)] ===
      'included';
    return <path key={zone.zoneId} className={styles.zone} d={outlinePath(isIncluded, rows, columns)} />;
  });
}

function Assets({ columns, assets }: { readonly columns: number; readonly assets: readonly AssetOut[] }) {
  return assets.map(({ guid, name, place }) => {
    if (place === undefined) return null;
    // Near the right edge the name stands on the left.
    const isRight = place.column > columns * 0.7;
    return (
      <g key={guid} className={styles.asset}>
        <rect x={place.column + 0.1} y={place.row + 0.1} width="0.8" height="0.8" />
        <text
          x={isRight ? place.column - 1.1 : place.column + 2.1}
          y={place.row + 0.85}
          textAnchor={isRight ? 'end' : 'start'}
        >
          {name}
        </text>
      </g>
    );
  });
}

const placeOfHottest = ({ columns, extremes: { hottestIndex } }: ThermalPicture): Place => ({
  row: Math.floor(hottestIndex / columns),
  column: hottestIndex % columns,
});

function Hottest({ picture }: Pick<Props, 'picture'>) {
  const { row, column } = placeOfHottest(picture);
  return (
    <g className={styles.hottest} transform={`translate(${column + 0.5} ${row + 0.5})`}>
      <circle r="0.9" />
      <path d="M-1.7,0h0.8M0.9,0h0.8M0,-1.7v0.8M0,0.9v0.8" />
    </g>
  );
}

interface SummaryProps extends Pick<Props, 'picture' | 'zones'> {
  /** The cell under the pointer. */
  readonly over: Place | null;
}

/** The cell under the pointer, else the hottest. */
function Summary({ picture, over, zones }: SummaryProps) {
  const t = useText();
  const formats = useFormats();
  const { cells, columns, extremes } = picture;
  const hottest = placeOfHottest(picture);
  const pointed = over === null ? Number.NaN : (cells[over.row * columns + over.column] ?? Number.NaN);
  const place = over === null || Number.isNaN(pointed) ? null : over;
  const { row, column } = place ?? hottest;
  const value = formats.valueText(THERMAL_METRIC, 'max', place === null ? extremes.max : pointed);
  const at = { value, row: row + 1, column: column + 1 };
  return (
    <p className={`small muted num ${styles.summary}`}>
      {place === null ? t('telemetry.thermal.hottest', at) : t('telemetry.thermal.cell', at)}
      {zones.length > 0 && ` · ${t('telemetry.thermal.outlined', { zones: zones.map(({ name }) => name).join(', ') })}`}
    </p>
  );
}
