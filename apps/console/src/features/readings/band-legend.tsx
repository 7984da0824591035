import { problemText } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { Problem } from '../../ui/problem.tsx';
import styles from './graph-card.module.css';
import type { useAnnotations } from './use-annotations.ts';

const ENTRIES = ['limit', 'alert', 'quiet', 'offline', 'down'] as const;

interface Props {
  readonly withQuiet: boolean;
  readonly behind: ReturnType<typeof useAnnotations>;
}

/** Explains the bands and dashes of the graphs, and says where they are missing. */
export function BandLegend({ withQuiet, behind }: Props) {
  const t = useText();
  return (
    <>
      <ul className={`${styles.legend} small muted`} aria-label={t('telemetry.legend.title')}>
        {ENTRIES.filter((entry) => withQuiet || entry !== 'quiet').map((entry) => (
          <li key={entry}>
            <i data-band={entry} /> {t(`telemetry.legend.${entry}`)}
          </li>
        ))}
      </ul>
      {behind.error !== undefined && (
        <Problem title={t('telemetry.legend.loadProblem')} text={problemText(behind.error)} onRetry={behind.retry} />
      )}
    </>
  );
}
