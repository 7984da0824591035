import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/**
 * Returns the width of an element in whole pixels; 0 before it is mounted. Measured before the first paint, which
 * `useElementSize` of Mantine is not: a graph would be drawn once with another width and height, and move the page.
 */
export function useWidth<Element extends HTMLElement>(): {
  readonly ref: RefObject<Element | null>;
  readonly width: number;
} {
  const ref = useRef<Element>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const measure = (): void => setWidth(Math.floor(element.getBoundingClientRect().width));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}
