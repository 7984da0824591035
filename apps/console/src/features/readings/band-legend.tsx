import { useText } from '../../lib/texts.ts';
import styles from './graph-card.module.css';

const ENTRIES = ['limit', 'alert', 'quiet', 'offline', 'down'] as const;

/** Explains the bands and dashes of the graphs. */
export function BandLegend({ withQuiet }: { readonly withQuiet: boolean }) {
  const t = useText();
  return (
    <ul className={`${styles.legend} small muted`} aria-label={t('telemetry.legend.title')}>
      {ENTRIES.filter((entry) => withQuiet || entry !== 'quiet').map((entry) => (
        <li key={entry}>
          <i data-band={entry} /> {t(`telemetry.legend.${entry}`)}
        </li>
      ))}
    </ul>
  );
}
