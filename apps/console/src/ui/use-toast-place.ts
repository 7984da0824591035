/**
 * Keeps toasts off what people are about to press: they stand above the buttons of forms and bars at the bottom of the window, and the
 * page ends with room for them, so that everything can be scrolled above them.
 */
import { type RefObject, useLayoutEffect } from 'react';
import { placeToasts } from './toast-place.ts';

const OBSTACLES = 'form [type="submit"], main [data-variant="filled"], [data-bottom-bar]';

/** Moves the toasts to where they cover nothing, and sets `--toasts-room`. */
function place(region: HTMLElement): void {
  const root = document.documentElement;
  const { width, height, left } = region.getBoundingClientRect();
  const room = `${Math.ceil(height)}px`;
  // Setting it makes the browser style the whole page again.
  if ((root.style.getPropertyValue('--toasts-room') || '0px') !== room) root.style.setProperty('--toasts-room', room);
  if (height === 0) return;
  const bar = document.querySelector('[data-top-bar]')?.getBoundingClientRect();
  const obstacles = [...document.querySelectorAll(OBSTACLES)]
    .map((one) => one.getBoundingClientRect())
    .filter((box) => box.width > 0 && box.right > left && box.left < left + width);
  const bottom = document.documentElement.clientHeight;
  const edge = placeToasts({ top: bar?.bottom ?? 0, bottom, height }, obstacles);
  region.style.setProperty('--toasts-lift', `${bottom - edge}px`);
}

export function useToastPlace(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const region = ref.current;
    if (region === null) return;
    let frame = 0;
    // In the next frame: what is placed changes the size of what is observed.
    const update = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => place(region));
    };
    const onScroll = (): void => {
      if (region.offsetHeight > 0) update();
    };
    const sizes = new ResizeObserver(update);
    sizes.observe(region);
    sizes.observe(document.body);
    window.addEventListener('scroll', onScroll, { passive: true, capture: true });
    window.addEventListener('resize', onScroll);
    return () => {
      cancelAnimationFrame(frame);
      sizes.disconnect();
      window.removeEventListener('scroll', onScroll, { capture: true });
      window.removeEventListener('resize', onScroll);
    };
  }, [ref]);
}
