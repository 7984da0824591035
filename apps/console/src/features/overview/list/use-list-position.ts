/** Where a list was left: its scroll position and the location that was opened, for each entry of the browser's history. */
import type { VirtualItem } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

interface Position {
  readonly scroll: number;
  /** The measured heights of rows. */
  readonly rows: readonly VirtualItem[];
  /** The location whose link had the focus. */
  readonly location: string | null;
}

const MAX_POSITIONS = 50;
const positions = new Map<string, Position>();

function store(key: string, position: Position): void {
  positions.delete(key);
  positions.set(key, position);
  const [oldest] = positions.keys();
  if (positions.size > MAX_POSITIONS && oldest !== undefined) positions.delete(oldest);
}

/** The position at which this entry of the history was left; null on a first visit. */
export function useKnownPosition(): Position | null {
  const { key } = useLocation();
  const navigation = useNavigationType();
  const known = useRef<Position | null | undefined>(undefined);
  if (known.current === undefined) known.current = navigation === 'POP' ? (positions.get(key) ?? null) : null;
  return known.current;
}

/** Keeps the position of the list, and brings a known one back. `rows`: the measured rows, where only some are rendered. */
export function useListPosition(list: RefObject<HTMLElement | null>, rows: () => readonly VirtualItem[]): void {
  const { key } = useLocation();
  const known = useKnownPosition();
  const state = useRef({ key, rows, scroll: 0, location: null as string | null });
  state.current.key = key;
  state.current.rows = rows;
  // Before the first paint: the page is not seen at its top.
  useLayoutEffect(() => {
    const own = state.current;
    if (known !== null) window.scrollTo(0, known.scroll);
    own.scroll = window.scrollY;
    const onScroll = (): void => {
      own.scroll = window.scrollY;
    };
    const onFocus = ({ target }: FocusEvent): void => {
      if (target instanceof HTMLElement) own.location = target.dataset.location ?? own.location;
    };
    const element = list.current;
    window.addEventListener('scroll', onScroll, { passive: true });
    element?.addEventListener('focusin', onFocus);
    return () => {
      window.removeEventListener('scroll', onScroll);
      element?.removeEventListener('focusin', onFocus);
      store(own.key, { scroll: own.scroll, rows: own.rows(), location: own.location });
    };
  }, [known, list]);
  useRefocus(list, known?.location ?? null);
}

/** The row may be rendered a moment after the list. */
const REFOCUS_MS = 1000;

/** Gives the focus to the link of a location once it is rendered, unless that takes so long that it would interrupt. */
function useRefocus(list: RefObject<HTMLElement | null>, location: string | null): void {
  const pending = useRef(location);
  useEffect(() => {
    const timer = setTimeout(() => {
      pending.current = null;
    }, REFOCUS_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (pending.current === null) return;
    const link = list.current?.querySelector<HTMLElement>(`[data-location="${pending.current}"]`);
    if (link === null || link === undefined) return;
    pending.current = null;
    link.focus({ preventScroll: true });
  });
}
