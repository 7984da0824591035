/** Several graphs of one page, and how high each of them is. */
import { useViewportSize } from '@mantine/hooks';
import type { ReactNode } from 'react';
import styles from './graph-grid.module.css';

export function GraphGrid({ children }: { readonly children: ReactNode }) {
  return <div className={styles.grid}>{children}</div>;
}

/** Besides the graph: the bar, the title, the tabs and the controls of the page, and the head and summary of the graph itself. */
const AROUND_ONE = 480;
const ONE = { min: 340, max: 640 };
/** Several: three of them, with their heads, in the height of the window. */
const SEVERAL = { min: 170, max: 300 };

/** The height of a graph that stands alone, or among others, in a window of this height. */
export function graphHeight(count: number, windowHeight: number): number {
  const [wanted, { min, max }] = count === 1 ? [windowHeight - AROUND_ONE, ONE] : [windowHeight * 0.22, SEVERAL];
  return Math.round(Math.min(max, Math.max(min, wanted)));
}

export function useGraphHeight(count: number): number {
  const { height } = useViewportSize();
  // Before the first measurement it is 0; nothing shifts where the window is asked itself.
  return graphHeight(count, height === 0 ? window.innerHeight : height);
}
