/**
 * Cards in two columns on a wide screen, one below the other on a narrow one. Each column is filled by itself: a short card leaves no
 * gap beside a tall one.
 */
import type { ReactNode } from 'react';
import styles from './two-columns.module.css';

interface Props {
  /** On a narrow screen these are above the others. */
  readonly first: ReactNode;
  readonly second: ReactNode;
}

export const TwoColumns = ({ first, second }: Props) => (
  <div className={styles.columns}>
    <div className={styles.column}>{first}</div>
    <div className={styles.column}>{second}</div>
  </div>
);
