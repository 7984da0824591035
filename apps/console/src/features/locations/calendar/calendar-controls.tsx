import { Button, SegmentedControl } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useText } from '../../../lib/texts.ts';
import styles from './calendar.module.css';
import type { useCalendar } from './use-calendar.ts';

interface Props {
  readonly calendar: ReturnType<typeof useCalendar>;
  /** "November 2026" */
  readonly title: string;
}

/** Which month the calendar shows, and by what it colors its days. */
export function CalendarControls({ calendar, title }: Props) {
  const t = useText();
  const { by, isLatest, changeMonth, changeMeasure } = calendar;
  return (
    <div className="row">
      <Button variant="default" px={8} aria-label={t('calendar.previous')} onClick={() => changeMonth(-1)}>
        <IconChevronLeft size={16} aria-hidden="true" />
      </Button>
      <h2 className={styles.month} aria-live="polite">
        {title}
      </h2>
      <Button
        variant="default"
        px={8}
        aria-label={t('calendar.next')}
        disabled={isLatest}
        onClick={() => changeMonth(1)}
      >
        <IconChevronRight size={16} aria-hidden="true" />
      </Button>
      <span className="grow" />
      <SegmentedControl
        aria-label={t('calendar.by')}
        data={[
          { value: 'alerts', label: t('calendar.by.alerts') },
          { value: 'minutes', label: t('calendar.by.minutes') },
        ]}
        value={by}
        onChange={changeMeasure}
      />
    </div>
  );
}
