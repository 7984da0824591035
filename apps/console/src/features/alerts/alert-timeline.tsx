import type { AlertDetailOut } from '@picket/contracts/types';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { alertTimezone } from './alert-text.ts';
import { stepText, stepTone } from './step-text.ts';

/** What happened, step by step. */
export function AlertTimeline({ alert }: { readonly alert: AlertDetailOut }) {
  const t = useText();
  const formats = useFormats(alertTimezone(alert));
  return (
    <section className="card pad" aria-label={t('alerts.happened')}>
      <h2>{t('alerts.happened')}</h2>
      <ol className="timeline">
        {alert.timeline.map((step, index) => (
          <li key={`${step.at} ${step.code} ${index.toString()}`} className={stepTone(step)}>
            <span className="muted num">{formats.timeWithSeconds(step.at)}</span>
            <span className="mark" />
            <span>{stepText(t, formats, step)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
