/**
 * Keys of the inbox: J and K or the arrows move the focus from alert to alert, X selects, A acknowledges what is selected, or
 * else the alert that has the focus. Apart from J and K, which lead into the list, they work only inside it: nobody who
 * dictates or mistypes acknowledges anything.
 */
import { type RefObject, useEffect, useRef } from 'react';

interface Actions {
  readonly toggle: (guid: string) => void;
  /** `guid`: the alert that has the focus. */
  readonly acknowledge: (guid: string) => void;
  readonly clear: () => void;
}

const STEPS: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea, select, [contenteditable]');

/** Rows are the elements with `data-alert`; the focus goes to the link in them. */
export function useListKeys(list: RefObject<HTMLElement | null>, actions: Actions): void {
  const current = useRef(actions);
  current.current = actions;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const element = list.current;
      if (element === null || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      if (handleKey(element, key, current.current)) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [list]);
}

/** Returns whether the key means something here. */
function handleKey(list: HTMLElement, key: string, { toggle, acknowledge, clear }: Actions): boolean {
  const row = document.activeElement?.closest<HTMLElement>('[data-alert]') ?? null;
  const isInside = row !== null && list.contains(row);
  const step = STEPS[key];
  if (step !== undefined) return (isInside || isIdle(key)) && moveFocus(list, isInside ? row : null, step);
  const guid = isInside ? row.dataset.alert : undefined;
  if (guid === undefined) return false;
  if (key === 'x') toggle(guid);
  else if (key === 'a') acknowledge(guid);
  else if (key === 'Escape') clear();
  else return false;
  return true;
}

/** Nothing has the focus, and the key does not scroll. */
const isIdle = (key: string): boolean =>
  key.length === 1 && (document.activeElement === document.body || document.activeElement?.id === 'main');

function moveFocus(list: HTMLElement, from: HTMLElement | null, step: number): boolean {
  const rows = [...list.querySelectorAll<HTMLElement>('[data-alert]')];
  const place = from === null ? (step > 0 ? 0 : rows.length - 1) : rows.indexOf(from) + step;
  const link = rows[place]?.querySelector<HTMLElement>('a');
  link?.focus();
  link?.scrollIntoView({ block: 'nearest' });
  return true;
}
