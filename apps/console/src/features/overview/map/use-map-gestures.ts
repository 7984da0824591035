/** Moves and zooms the map by wheel, drag, pinch and keys. */
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { isClosest, isWidest, type MapPoint, type MapSize, type MapView, panned, zoomed } from './map-view.ts';

const WHEEL_STEP = 0.0022;
const KEY_STEP_PX = 80;
const ZOOM_STEP = 1.7;
/** A press that moves less is a click. */
const MIN_DRAG_PX = 4;

export type ChangeView = (change: (view: MapView) => MapView) => void;

const KEYS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [KEY_STEP_PX, 0],
  ArrowRight: [-KEY_STEP_PX, 0],
  ArrowUp: [0, KEY_STEP_PX],
  ArrowDown: [0, -KEY_STEP_PX],
};

export const zoomIn = (size: MapSize) => (view: MapView) => zoomed(view, size, ZOOM_STEP);
export const zoomOut = (size: MapSize) => (view: MapView) => zoomed(view, size, 1 / ZOOM_STEP);

/** Returns the handlers of the frame. */
export function useMapGestures(frame: RefObject<HTMLElement | null>, size: MapSize, change: ChangeView) {
  useWheel(frame, size, change);
  const pointers = useRef(new Map<number, MapPoint>());
  const isDragging = useRef(false);
  const onPointerMove = (event: PointerEvent): void => {
    const before = pointers.current.get(event.pointerId);
    if (before === undefined) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    if (!isDragging.current && other === undefined && Math.hypot(now.x - before.x, now.y - before.y) < MIN_DRAG_PX)
      return;
    isDragging.current = true;
    event.currentTarget.setPointerCapture(event.pointerId);
    pointers.current.set(event.pointerId, now);
    if (other === undefined) change((view) => panned(view, size, now.x - before.x, now.y - before.y));
    else change((view) => pinched(view, size, event.currentTarget.getBoundingClientRect(), { before, now, other }));
  };
  const release = (event: PointerEvent): void => void pointers.current.delete(event.pointerId);
  return {
    onPointerDown: (event: PointerEvent): void => {
      if (pointers.current.size === 0) isDragging.current = false;
      pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    },
    onPointerMove,
    onPointerUp: release,
    onPointerCancel: release,
    // The end of a drag over a pin opens nothing.
    onClickCapture: (event: { preventDefault(): void; stopPropagation(): void }): void => {
      if (!isDragging.current) return;
      isDragging.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
    onKeyDown: (event: KeyboardEvent): void => {
      const step = KEYS[event.key];
      if (step !== undefined) change((view) => panned(view, size, ...step));
      else if (event.key === '+' || event.key === '=') change(zoomIn(size));
      else if (event.key === '-') change(zoomOut(size));
      else return;
      event.preventDefault();
    },
  };
}

/** One of two fingers has moved. */
function pinched(
  view: MapView,
  size: MapSize,
  box: DOMRect,
  { before, now, other }: { readonly before: MapPoint; readonly now: MapPoint; readonly other: MapPoint },
): MapView {
  const apart = (one: MapPoint): number => Math.max(1, Math.hypot(one.x - other.x, one.y - other.y));
  const middle = {
    x: ((now.x + other.x) / 2 - box.left) / box.width,
    y: ((now.y + other.y) / 2 - box.top) / box.height,
  };
  const moved = panned(view, size, (now.x - before.x) / 2, (now.y - before.y) / 2);
  return zoomed(moved, size, apart(now) / apart(before), middle);
}

/** React's own handler could not keep the page from scrolling. */
function useWheel(frame: RefObject<HTMLElement | null>, size: MapSize, change: ChangeView): void {
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const onWheel = (event: WheelEvent): void => {
      const factor = Math.exp(-event.deltaY * WHEEL_STEP);
      const box = element.getBoundingClientRect();
      const at = { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
      event.preventDefault();
      change((view) => {
        // Nothing is left to zoom: nothing moves.
        if (factor > 1 ? isClosest(view) : isWidest(view)) return view;
        return zoomed(view, size, factor, at);
      });
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [frame, size, change]);
}
