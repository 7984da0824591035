/** The two ends of a time range, typed in the local time of the location. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../../lib/texts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { formatWallClock, parseWallClock } from '../../../lib/zoned-time.ts';
import { DateTimeField } from '../../../ui/date-time-field.tsx';
import styles from './history.module.css';

interface Props {
  readonly from: number;
  readonly to: number;
  readonly timezone: string;
  readonly onChange: (from: number, to: number) => void;
}

export function FromTo({ from, to, timezone, onChange }: Props) {
  const t = useText();
  const zone = useFormats(timezone).timezoneNote();
  const [begin, setBegin] = useState(formatWallClock(from, timezone));
  const [end, setEnd] = useState(formatWallClock(to, timezone));
  const isChanged = begin !== formatWallClock(from, timezone) || end !== formatWallClock(to, timezone);
  const first = parseWallClock(begin, timezone);
  const last = parseWallClock(end, timezone);
  return (
    <form
      className={`row ${styles.fromTo}`}
      aria-label={zone === '' ? t('history.fromTo') : t('history.fromToInZone', { zone })}
      onSubmit={(event) => {
        event.preventDefault();
        if (first !== null && last !== null) onChange(first, last);
      }}
    >
      <DateTimeField aria-label={t('history.from')} value={begin} onChange={setBegin} />
      <span className="muted">{t('history.until')}</span>
      <DateTimeField aria-label={t('history.to')} value={end} onChange={setEnd} />
      {isChanged && (
        <Button type="submit" variant="default" disabled={first === null || last === null}>
          {t('history.show')}
        </Button>
      )}
    </form>
  );
}
