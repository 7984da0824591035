import { useText } from '../../../lib/texts.ts';
import { StateIcon } from '../../../ui/icons.tsx';
import { stateLabel } from '../../../ui/state-label.ts';
import { toneColor } from './day-tones.ts';
import type { CalendarMeasure } from './use-calendar.ts';

const SEVERITIES = ['critical', 'warning', 'info'] as const;

/** What the colors of the days mean. */
export function CalendarLegend({ by }: { readonly by: CalendarMeasure }) {
  const t = useText();
  if (by === 'minutes') return <p className="small muted calendar-legend">{t('calendar.legend.minutes')}</p>;
  return (
    <p className="small muted calendar-legend">
      <span>{t('calendar.legend.alerts')}</span>
      {SEVERITIES.map((severity) => (
        <span key={severity} className="calendar-key" style={{ background: toneColor(severity, 0.5) }}>
          <StateIcon state={severity} size={12} /> {stateLabel(t, severity)}
        </span>
      ))}
    </p>
  );
}
