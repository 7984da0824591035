/** Who views the cameras of a location now, and who did lately. */

import { problemText } from '../../../lib/api.ts';
import { useText } from '../../../lib/texts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { Problem } from '../../../ui/problem.tsx';
import { useProfile } from '../../session/index.ts';
import { WatchingNow } from '../watching-now.tsx';
import { useLocationViews } from './use-camera-settings.ts';

const MAX_RECENT = 8;

interface Props {
  readonly location: string;
  readonly timezone: string;
}

export function LocationViewers({ location, timezone }: Props) {
  const t = useText();
  const formats = useFormats(timezone);
  const { display } = useProfile();
  const { data, error, mutate } = useLocationViews(location);
  if (error && !data)
    return <Problem title={t('camera.recentProblem')} text={problemText(error)} onRetry={() => void mutate()} />;
  if (!data) return <div className="skeleton" style={{ height: 180 }} aria-hidden="true" />;
  const people = data.watching.map(({ name, startedAt, isDisplay }) => ({ name, since: startedAt, isDisplay }));
  return (
    <>
      <WatchingNow people={people} timezone={timezone} />
      {!display && (
        <section className="card pad stack" aria-label={t('camera.recent')}>
          <h2>{t('camera.recent')}</h2>
          {data.recent.length === 0 && <p className="muted">{t('camera.recentNone')}</p>}
          {data.recent.length > 0 && (
            <ul className="stack-tight">
              {data.recent.slice(0, MAX_RECENT).map(({ guid, name, sentry, startedAt, endedAt }) => (
                <li key={guid} className="row">
                  <span className="grow">
                    {name} <span className="muted small">{sentry.name}</span>
                  </span>
                  <span className="small muted num">
                    {t('camera.recentSpan', {
                      from: formats.dateTime(startedAt),
                      duration: formats.duration(Date.parse(endedAt ?? startedAt) - Date.parse(startedAt)),
                    })}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </section>
      )}
    </>
  );
}
