/** Renders only the rows of a long list that are near the window, and keeps what has the focus. */
import { defaultRangeExtractor, type Range, useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { type RefObject, startTransition, useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { useKnownPosition, useListPosition } from './use-list-position.ts';

/** Rows rendered beyond the window on each side: the next one is there when Tab reaches it. */
const OVERSCAN = 3;

interface Options {
  readonly list: RefObject<HTMLElement | null>;
  readonly count: number;
  /** Of a row, until it is measured. */
  readonly height: number;
  readonly gap: number;
  /** Rows beyond the window that are rendered on each side. */
  readonly overscan?: number;
}

export interface VisibleRows {
  readonly rows: readonly VirtualItem[];
  /** Of all rows together. */
  readonly totalHeight: number;
  /** Between the top of the list and that of a row. */
  readonly topOf: (row: VirtualItem) => number;
  readonly measure: (element: Element | null) => void;
  readonly onFocusRow: (index: number) => void;
}

export function useVisibleRows({ list, count, height, gap, overscan = OVERSCAN }: Options): VisibleRows {
  const known = useKnownPosition();
  const [focused, setFocused] = useState<number | null>(null);
  const top = useTopOf(list);
  const isShown = useShown();
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => height,
    overscan: isShown ? overscan : 0,
    gap,
    scrollMargin: top,
    // It scrolls there when it is mounted.
    initialOffset: () => known?.scroll ?? window.scrollY,
    // The rows of the window are rendered at once, and not when it has been measured.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    initialMeasurementsCache: [...(known?.rows ?? [])],
    rangeExtractor: useCallback(
      (range: Range) => {
        const near = defaultRangeExtractor(range);
        const isAway = focused !== null && focused < range.count && !near.includes(focused);
        return isAway ? [...near, focused].sort((one, other) => one - other) : near;
      },
      [focused],
    ),
  });
  // Until it is known where the list begins, its first rows seem to lie above what is shown: their real heights would move the page.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = ({ start }, _change, { scrollOffset }) =>
    top > 0 && start < (scrollOffset ?? 0);
  useListPosition(list, () => virtualizer.takeSnapshot());
  return {
    rows: virtualizer.getVirtualItems(),
    totalHeight: virtualizer.getTotalSize(),
    topOf: ({ start }) => start - top,
    measure: virtualizer.measureElement,
    onFocusRow: setFocused,
  };
}

/** Whether the rows of the window have been shown once: those beyond it are rendered after that, in slices. */
function useShown(): boolean {
  const [isShown, setShown] = useState(false);
  useEffect(() => startTransition(() => setShown(true)), []);
  return isShown;
}

/** The distance of the list from the top of the page; it changes with what is above it. */
function useTopOf(list: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = (): void => {
      const box = list.current?.getBoundingClientRect();
      if (box !== undefined) setTop(Math.round(box.top + window.scrollY));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list]);
  return top;
}
