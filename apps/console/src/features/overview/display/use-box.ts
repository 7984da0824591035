import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { DisplaySize } from './display-layout.ts';

/** The size of an element, before the first paint; 0 by 0 until it is mounted. */
export function useBox<Element extends HTMLElement>(): {
  readonly ref: RefObject<Element | null>;
  readonly box: DisplaySize;
} {
  const ref = useRef<Element>(null);
  const [box, setBox] = useState<DisplaySize>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const measure = (): void => setBox({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, box };
}
