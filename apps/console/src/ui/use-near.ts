/** Whether an element is in the window, or soon will be: what is further down is requested when somebody scrolls towards it. */
import { useIntersection } from '@mantine/hooks';
import { type RefCallback, useState } from 'react';

const MARGIN_PX = 300;

/** Once it was near it stays so. */
export function useNear(): readonly [ref: RefCallback<HTMLElement>, isNear: boolean] {
  const { ref, entry } = useIntersection({ rootMargin: `${MARGIN_PX}px` });
  const [wasNear, setWasNear] = useState(false);
  const isNear = wasNear || entry?.isIntersecting === true;
  if (isNear && !wasNear) setWasNear(true);
  return [ref, isNear];
}
