/** /locations/:id/settings/weather: the weather provider of a location and its warnings. */
import { Button, Radio } from '@mantine/core';
import { isLocationAdmin } from '@picket/domain/permissions';
import { severityLabel } from '@picket/domain/severity';
import { WEATHER_PROVIDER_NAMES, WEATHER_PROVIDERS, type WeatherProvider } from '@picket/domain/weather';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import {
  LocationHead,
  LocationProblem,
  LocationSkeleton,
  LocationTabs,
} from '../../features/locations/location-frame.tsx';
import { useProfile } from '../../features/session/use-session.ts';
import { api, refresh, useApi } from '../../lib/api.ts';
import { formatAgo } from '../../lib/format-relative-time.ts';
import { formatDateTime, timezoneNote } from '../../lib/format-time.ts';
import { useNow } from '../../lib/now.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import '../../ui/lists.css';
import { StateBadge } from '../../ui/state-badge.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useTitle } from '../../ui/use-title.ts';

const KEY = 'GET /locations/{guid}/weather';
const NO_PROVIDER = 'none';

export default function LocationWeatherScreen() {
  const { id = '' } = useParams();
  const profile = useProfile();
  const now = useNow();
  const location = useApi('GET /locations/{guid}', { params: { guid: id } });
  const weather = useApi(KEY, { params: { guid: id } }, { refreshInterval: 60_000 });
  useTitle(location.data ? `${location.data.name}, weather` : 'Weather');
  const failed = location.error ?? weather.error;
  if (failed && (!location.data || !weather.data))
    return <LocationProblem error={failed} onRetry={() => void Promise.all([location.mutate(), weather.mutate()])} />;
  if (!location.data || !weather.data) return <LocationSkeleton />;
  const { timezone } = location.data;
  const { provider, availableProviders, hasCoordinates, warnings, lastCheckedAt, lastProblem } = weather.data;
  const mayChange = isLocationAdmin(profile.permissions, id);
  return (
    <>
      <LocationHead location={location.data} title="Weather" />
      <LocationTabs id={id} />
      <div className="wide">
        <p className="muted">
          Warnings of a weather service become alerts of this location: heat that overloads the air conditioning, storms
          that cause power failures, floods. They end when the service ends the warning.
        </p>
        <section className="card section" aria-label="Current warnings">
          <div className="row">
            <h2>Current warnings</h2>
            {provider !== undefined &&
              (lastProblem !== undefined ? (
                <StateBadge state="warning" label={lastProblem} />
              ) : (
                <span className="muted small">
                  {lastCheckedAt === undefined ? 'Not checked yet' : `Checked ${formatAgo(lastCheckedAt, now)}`}
                </span>
              ))}
          </div>
          {warnings.length === 0 && (
            <p className="muted">{provider === undefined ? 'No weather provider is set.' : 'No warnings.'}</p>
          )}
          {warnings.length > 0 && (
            <ul className="list">
              {warnings.map((warning) => (
                <li key={warning.alert}>
                  <span className="main">
                    <Link to={`/locations/${id}/alert/${warning.alert}`}>{warning.event}</Link>
                    <span className="small">{warning.headline}</span>
                    <span className="small muted num">
                      {formatDateTime(Date.parse(warning.onsetAt), timezone)}
                      {warning.endsAt === undefined
                        ? ', until further notice'
                        : ` to ${formatDateTime(Date.parse(warning.endsAt), timezone)}`}{' '}
                      {timezoneNote(timezone)}
                    </span>
                  </span>
                  <StateBadge state={severityLabel(warning.severity)} />
                </li>
              ))}
            </ul>
          )}
        </section>
        {mayChange && hasCoordinates && availableProviders.length > 0 && (
          <ProviderForm key={provider ?? NO_PROVIDER} location={id} provider={provider} possible={availableProviders} />
        )}
        {mayChange && !hasCoordinates && (
          <p>
            A weather service needs the position of the location:{' '}
            <Link to={`/locations/${id}/settings/address`}>set its coordinates</Link>.
          </p>
        )}
        {hasCoordinates && availableProviders.length === 0 && (
          <p className="muted">
            No supported weather service covers this location. Supported:{' '}
            {WEATHER_PROVIDERS.map((one) => WEATHER_PROVIDER_NAMES[one]).join(', ')}.
          </p>
        )}
      </div>
    </>
  );
}

interface ProviderFormProps {
  readonly location: string;
  readonly provider: WeatherProvider | undefined;
  readonly possible: readonly WeatherProvider[];
}

function ProviderForm({ location, provider, possible }: ProviderFormProps) {
  const current = provider ?? NO_PROVIDER;
  const [chosen, setChosen] = useState<string>(current);
  const { busy, problem, submit } = useSubmit(async () => {
    const next = WEATHER_PROVIDERS.find((one) => one === chosen) ?? null;
    await api('PUT /locations/{guid}/weather', { params: { guid: location }, body: { provider: next } });
    showToast('Saved', next === null ? 'Its warnings are cleared here.' : 'The first check is made within 30 seconds.');
    await refresh(KEY);
  });
  return (
    <Form className="card section" label="Weather provider" dirty={chosen !== current} onSubmit={() => void submit()}>
      <h2>Weather provider</h2>
      <Radio.Group aria-label="Weather provider" value={chosen} onChange={setChosen}>
        <div className="stack-tight">
          <Radio value={NO_PROVIDER} label="None" />
          {possible.map((one) => (
            <Radio key={one} value={one} label={WEATHER_PROVIDER_NAMES[one]} />
          ))}
        </div>
      </Radio.Group>
      <p className="small muted">Only the coordinates of the location are sent to the provider, every five minutes.</p>
      <FormProblem problem={problem} />
      <div>
        <Button type="submit" variant="default" loading={busy} disabled={chosen === current}>
          Save
        </Button>
      </div>
    </Form>
  );
}
