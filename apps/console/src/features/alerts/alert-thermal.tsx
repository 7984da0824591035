/** The thermal picture when an alert was raised: the hottest cell marked, the zone it sees outlined. */
import type { AlertEvidenceOut } from '@picket/contracts/types';
import { useEffect, useMemo, useRef } from 'react';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { HEAT_GRADIENT } from '../../ui/heat-colors.ts';
import { decodeCells, drawCells, findExtremes, outlinePath, scaleRange } from '../../ui/heat-picture.ts';
import styles from './alert-page.module.css';
import { alertTimezone } from './alert-text.ts';

type Frame = NonNullable<AlertEvidenceOut['pictures']['thermal']>;

export function AlertThermal({ alert }: { readonly alert: AlertEvidenceOut }) {
  const { thermal } = alert.pictures;
  return thermal === undefined ? null : <ThermalCard frame={thermal} timezone={alertTimezone(alert)} />;
}

function ThermalCard({ frame, timezone }: { readonly frame: Frame; readonly timezone: string }) {
  const t = useText();
  const formats = useFormats(timezone);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { data, rows, columns, zone, sensorMetricId } = frame;
  const cells = useMemo(() => decodeCells(data), [data]);
  const extremes = useMemo(() => findExtremes(cells), [cells]);
  useEffect(() => {
    if (extremes !== null) drawCells(canvas.current, cells, extremes);
  }, [cells, extremes]);
  if (extremes === null) return null;
  const { min, max, hottestIndex } = extremes;
  const text = (celsius: number): string => formats.valueText(sensorMetricId, 'max', celsius);
  const x = (hottestIndex % columns) + 0.5;
  const y = Math.floor(hottestIndex / columns) + 0.5;
  return (
    <section className="card pad stack" aria-label={t('alerts.thermal')}>
      <div className="row">
        <h2>{t('alerts.thermal')}</h2>
        <span className="grow" />
        <span className="muted small num">{formats.timeWithSeconds(frame.at)}</span>
      </div>
      <div className={styles.thermal} style={{ aspectRatio: `${columns} / ${rows}` }}>
        <canvas
          ref={canvas}
          width={columns}
          height={rows}
          role="img"
          aria-label={t('alerts.thermalLabel', { low: text(min), high: text(max) })}
        />
        <svg viewBox={`0 0 ${columns} ${rows}`} aria-hidden="true">
          {zone !== undefined && <path className={styles.thermalZone} d={zoneOutline(frame, zone)} />}
          <circle className={styles.thermalHottest} cx={x} cy={y} r="0.9" />
        </svg>
      </div>
      <div className={`${styles.thermalLegend} small num muted`}>
        <span>{text(min)}</span>
        <span style={{ background: HEAT_GRADIENT }} />
        <span>{text(min + scaleRange(extremes))}</span>
      </div>
      <p className="small muted num">
        {zone === undefined
          ? t('alerts.hottest', { value: text(max) })
          : t('alerts.hottestInPicture', { value: text(max), zone: zone.name })}
      </p>
    </section>
  );
}

/** A zone may be drawn on a coarser grid than the picture. */
function zoneOutline({ rows, columns }: Frame, zone: NonNullable<Frame['zone']>): string {
  const isIncluded = (row: number, column: number): boolean =>
    zone.exclusions[Math.floor((row * zone.rows) / rows)]?.[Math.floor((column * zone.columns) / columns)] ===
    'included';
  return outlinePath(isIncluded, rows, columns);
}
