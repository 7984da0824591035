import type { PointerEvent } from 'react';

/** The cell an event points at, in an element that shows a grid; the nearest one outside of it. Counted from 0. */
export function cellAt(
  { currentTarget, clientX, clientY }: PointerEvent<HTMLElement>,
  rows: number,
  columns: number,
): { readonly row: number; readonly column: number } {
  const box = currentTarget.getBoundingClientRect();
  const indexAt = (part: number, size: number): number => Math.min(size - 1, Math.max(0, Math.floor(part * size)));
  return {
    row: indexAt((clientY - box.top) / box.height, rows),
    column: indexAt((clientX - box.left) / box.width, columns),
  };
}
