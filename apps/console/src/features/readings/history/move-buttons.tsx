/** Moves the time range of a history by half of its length, and widens it. */
import { Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconZoomOut } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useText } from '../../../lib/texts.ts';
import styles from './history.module.css';
import type { HistoryQuery } from './use-history-query.ts';

const MIN_AHEAD_MS = 1000;

export function MoveButtons({ query: { from, to, ahead, showSpan } }: { readonly query: HistoryQuery }) {
  const t = useText();
  const half = (to - from) / 2;
  const button = (label: string, icon: ReactNode, begin: number, end: number, disabled = false) => (
    <Button variant="default" px={8} aria-label={label} disabled={disabled} onClick={() => showSpan(begin, end)}>
      {icon}
    </Button>
  );
  return (
    <div className={`row ${styles.move}`}>
      {button(t('history.earlier'), <IconChevronLeft size={16} aria-hidden="true" />, from - half, to - half)}
      {button(
        t('history.later'),
        <IconChevronRight size={16} aria-hidden="true" />,
        from + ahead,
        to + ahead,
        ahead < MIN_AHEAD_MS,
      )}
      {button(t('history.zoomOut'), <IconZoomOut size={16} aria-hidden="true" />, from - half, to + half)}
    </div>
  );
}
