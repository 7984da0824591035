/** Who views the picture of a location now. */
import { isAdmin } from '@picket/domain/permissions';
import { Link } from 'react-router';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { useProfile } from '../session/index.ts';
import type { Watchers } from './live-session.ts';
import classes from './watching-now.module.css';

const initialsOf = (name: string): string =>
  name
    .split(/\s+/u)
    .map(([first = '']) => first)
    .slice(0, 2)
    .join('')
    .toUpperCase();

export function WatchingNow({ people, timezone }: { readonly people: Watchers; readonly timezone: string }) {
  const t = useText();
  const formats = useFormats(timezone);
  const { displayName, email, permissions } = useProfile();
  const own = displayName ?? email;
  return (
    <section className="card pad stack" aria-label={t('video.watchingNow')}>
      <div className="row">
        <h2>{t('video.watchingNow')}</h2>
        <span className="grow" />
        <span className="muted small num">{t('video.people', { count: people.length })}</span>
      </div>
      {people.length > 0 && (
        <ul className={classes.people}>
          {people.map(({ name, since, isDisplay }) => (
            <li key={`${name} ${since}`}>
              <span className={classes.initials} aria-hidden="true">
                {initialsOf(name)}
              </span>
              <span className="grow">
                {name} {name === own && <span className="muted">{t('video.you')}</span>}
                {isDisplay && <span className="muted">{t('video.wallDisplay')}</span>}
              </span>
              <span className="muted small num">{t('video.since', { time: formats.time(since) })}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="muted small">
        {t('video.watchingText')} {isAdmin(permissions) && <Link to="/admin/logs">{t('video.toAuditLog')}</Link>}
      </p>
    </section>
  );
}
