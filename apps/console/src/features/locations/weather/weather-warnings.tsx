/** The warnings that hold at a location, and when its provider was asked. */
import { severityLabel } from '@picket/domain/severity';
import { Link } from 'react-router';
import { useNow } from '../../../lib/now.ts';
import { useText } from '../../../lib/texts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { StateBadge } from '../../../ui/state-badge.tsx';
import type { LocationWeather } from './use-weather.ts';

interface Props {
  readonly location: string;
  readonly timezone: string;
  readonly weather: LocationWeather;
}

export function WeatherWarnings({ location, timezone, weather }: Props) {
  const t = useText();
  const { provider, warnings } = weather;
  return (
    <section className="card section" aria-label={t('weather.current')}>
      <div className="row">
        <h2>{t('weather.current')}</h2>
        {provider !== undefined && <LastCheck weather={weather} />}
      </div>
      {warnings.length === 0 && (
        <p className="muted">{provider === undefined ? t('weather.noProvider') : t('weather.none')}</p>
      )}
      {warnings.length > 0 && (
        <ul className="list">
          {warnings.map((warning) => (
            <li key={warning.alert}>
              <span className="main">
                <Link to={`/locations/${location}/alert/${warning.alert}`}>{warning.event}</Link>
                <span className="small">{warning.headline}</span>
                <WarningSpan warning={warning} timezone={timezone} />
              </span>
              <StateBadge state={severityLabel(warning.severity)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function LastCheck({ weather: { lastCheckedAt, lastProblem } }: { readonly weather: LocationWeather }) {
  const t = useText();
  const formats = useFormats();
  const now = useNow();
  if (lastProblem !== undefined) return <StateBadge state="warning" label={lastProblem} />;
  return (
    <span className="muted small">
      {lastCheckedAt === undefined
        ? t('weather.notChecked')
        : t('weather.checked', { ago: formats.ago(lastCheckedAt, now) })}
    </span>
  );
}

interface SpanProps {
  readonly warning: LocationWeather['warnings'][number];
  readonly timezone: string;
}

function WarningSpan({ warning: { onsetAt, endsAt }, timezone }: SpanProps) {
  const t = useText();
  const formats = useFormats(timezone);
  const begin = { from: formats.dateTime(onsetAt), zone: formats.timezoneNote() };
  return (
    <span className="small muted num">
      {endsAt === undefined
        ? t('weather.openSpan', begin)
        : t('weather.span', { ...begin, to: formats.dateTime(endsAt) })}
    </span>
  );
}
