/** The newest thermal picture over the camera's, with the hottest cell marked. */
import type { SentryCameraOut } from '@picket/contracts/types';
import { type CSSProperties, useEffect, useRef } from 'react';
import { useFormats } from '../../lib/use-formats.ts';
import { drawCells, type Extremes } from '../../ui/heat-picture.ts';
import classes from './live-stage.module.css';

const THERMAL_METRIC = 'thermal_temperature';

interface Props {
  readonly cells: Float32Array;
  readonly rows: number;
  readonly columns: number;
  readonly extremes: Extremes;
  /** Of the heat over the picture, from 0 to 1. */
  readonly strength: number;
  /** Where the thermal picture lies; absent: over the whole picture. */
  readonly calibration: SentryCameraOut['calibration'];
}

export function ThermalOverlay({ cells, rows, columns, extremes, strength, calibration }: Props) {
  const formats = useFormats();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => drawCells(canvas.current, cells, extremes), [cells, extremes]);
  if (strength === 0) return null;
  const { hottestIndex, max } = extremes;
  const x = ((hottestIndex % columns) + 0.5) / columns;
  const y = (Math.floor(hottestIndex / columns) + 0.5) / rows;
  return (
    <div className={classes.overlay} style={placeOf(calibration)}>
      <canvas ref={canvas} width={columns} height={rows} style={{ opacity: strength }} />
      <span
        className={classes.hottest}
        data-side={x > 0.7 ? 'left' : 'right'}
        style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
      >
        <span className={classes.hottestMark} aria-hidden="true" />
        <span className={classes.hottestValue}>{formats.valueText(THERMAL_METRIC, 'max', max)}</span>
      </span>
    </div>
  );
}

function placeOf(calibration: Props['calibration']): CSSProperties {
  const { topLeft, bottomRight } = calibration ?? { topLeft: { x: 0, y: 0 }, bottomRight: { x: 1, y: 1 } };
  return {
    left: `${topLeft.x * 100}%`,
    top: `${topLeft.y * 100}%`,
    width: `${(bottomRight.x - topLeft.x) * 100}%`,
    height: `${(bottomRight.y - topLeft.y) * 100}%`,
  };
}
