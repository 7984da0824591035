/** Where the thermal picture lies in that of the camera: two corners as shares of its width and height. Pure. */
import type { SentryCameraOut } from '@picket/contracts/types';

export type Fit = NonNullable<SentryCameraOut['calibration']>;
export type CornerName = keyof Fit;
type Corner = Fit[CornerName];

export const WHOLE_PICTURE: Fit = { topLeft: { x: 0, y: 0 }, bottomRight: { x: 1, y: 1 } };

/** Corners stay this far apart, and inside the camera's picture, where they can be dragged. */
const MIN_SIZE = 0.05;

const clamp = (value: number, low: number, high: number): number =>
  Math.round(Math.min(high, Math.max(low, value)) * 10_000) / 10_000;

export function moveCorner(fit: Fit, corner: CornerName, to: Corner): Fit {
  const { topLeft, bottomRight } = fit;
  return corner === 'topLeft'
    ? {
        ...fit,
        topLeft: { x: clamp(to.x, 0, bottomRight.x - MIN_SIZE), y: clamp(to.y, 0, bottomRight.y - MIN_SIZE) },
      }
    : {
        ...fit,
        bottomRight: { x: clamp(to.x, topLeft.x + MIN_SIZE, 1), y: clamp(to.y, topLeft.y + MIN_SIZE, 1) },
      };
}
