/** Where toasts stand: at the bottom of the window, above what they must not cover. Pure. */

/** The edges of what they must not cover, from the top of the window, in pixels. */
export interface Obstacle {
  readonly top: number;
  readonly bottom: number;
}

interface Space {
  /** Of the window that is left for them: below the top bar, above its edge. */
  readonly top: number;
  readonly bottom: number;
  /** Of the toasts. */
  readonly height: number;
}

/** Between toasts and what they stand above. */
const GAP = 8;

/**
 * The bottom edge of the toasts, from the top of the window: as low as they cover no obstacle. Where there is no such place, at the
 * bottom.
 */
export function placeToasts({ top, bottom, height }: Space, obstacles: readonly Obstacle[]): number {
  let edge = bottom;
  // From the bottom up: above one obstacle the next may follow.
  for (const obstacle of [...obstacles].sort((a, b) => b.bottom - a.bottom))
    if (obstacle.top < edge && obstacle.bottom > edge - height) edge = obstacle.top - GAP;
  return edge - height < top ? bottom : edge;
}
