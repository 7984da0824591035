/** What policies watch for at a location, in plain sentences. */
import type { LocationPageOut, SentryOut } from '@picket/contracts/types';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { scheduleText } from '../../../lib/schedule-text.ts';
import { useText } from '../../../lib/texts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { StateBadge } from '../../../ui/state-badge.tsx';
import { describeWatched } from '../policy-text.ts';
import styles from './watched-rules.module.css';

interface Props {
  readonly location: string;
  readonly watched: LocationPageOut['watched'];
  readonly sentries: readonly SentryOut[];
  readonly useCelsius: boolean;
  /** Shown below the rules. */
  readonly children: ReactNode;
}

export function WatchedRules({ location, watched, sentries, useCelsius, children }: Props) {
  const t = useText();
  const formats = useFormats();
  const rules = describeWatched(t, watched, useCelsius);
  return (
    <section className="card pad stack" aria-label={t('locations.watched.title')}>
      <h2>{t('locations.watched.title')}</h2>
      <ul className={styles.rules}>
        {rules.map(({ key, policy, severity, words, quiet }) => (
          <li key={key}>
            <StateBadge state={severity} />
            <span>
              <Link to={policyPath(location, policy, sentries)}>{words}</Link>{' '}
              {quiet !== undefined && (
                <span className="muted small">
                  {t('locations.watched.quiet', { schedule: scheduleText(t, formats, quiet) })}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
      {children}
    </section>
  );
}

/** Returns the page that edits a policy for this location: its only sentry, else the policy itself. */
function policyPath(location: string, policy: string, sentries: readonly SentryOut[]): string {
  const [first, second] = sentries.filter(({ activatedAt }) => activatedAt !== undefined);
  return first !== undefined && second === undefined
    ? `/locations/${location}/settings/devices/${first.guid}/policies/${policy}`
    : `/admin/policies/${policy}`;
}
