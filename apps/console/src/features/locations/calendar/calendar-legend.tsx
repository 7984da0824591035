/** What the colors and signs of the days mean. */
import { IconMovie } from '@tabler/icons-react';
import { useText } from '../../../lib/texts.ts';
import { StateIcon } from '../../../ui/icons.tsx';
import { stateLabel } from '../../../ui/state-label.ts';
import styles from './calendar.module.css';
import { toneColor } from './day-tones.ts';
import type { CalendarMeasure } from './use-calendar.ts';

const SEVERITIES = ['critical', 'warning', 'info'] as const;

interface Props {
  readonly by: CalendarMeasure;
  readonly hasClips: boolean;
}

export function CalendarLegend({ by, hasClips }: Props) {
  const t = useText();
  const clips = hasClips && (
    <span className={styles.key}>
      <IconMovie size={13} aria-hidden="true" /> {t('calendar.legend.clips')}
    </span>
  );
  if (by === 'minutes')
    return (
      <p className={`small muted ${styles.legend}`}>
        <span>{t('calendar.legend.minutes')}</span>
        {clips}
      </p>
    );
  return (
    <p className={`small muted ${styles.legend}`}>
      <span>{t('calendar.legend.alerts')}</span>
      {SEVERITIES.map((severity) => (
        <span key={severity} className={styles.key} style={{ background: toneColor(severity, 0.5) }}>
          <StateIcon state={severity} size={12} /> {stateLabel(t, severity)}
        </span>
      ))}
      {clips}
    </p>
  );
}
