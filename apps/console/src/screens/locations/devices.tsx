/** /locations/:id/settings/devices: the sentries of a location. */
import { Button } from '@mantine/core';
import { isLocationAdmin } from '@picket/domain/permissions';
import { Link, useParams } from 'react-router';
import {
  LocationHead,
  LocationProblem,
  LocationSkeleton,
  LocationTabs,
} from '../../features/locations/location-frame.tsx';
import { SensorOffsets } from '../../features/sensors/sensor-offsets.tsx';
import { DeviceCard } from '../../features/sentries/device-card.tsx';
import '../../features/sentries/sentries.css';
import { useProfile } from '../../features/session/use-session.ts';
import { problemText, useApi } from '../../lib/api.ts';
import '../../ui/lists.css';
import { Problem } from '../../ui/problem.tsx';
import { useTitle } from '../../ui/use-title.ts';

export default function Devices() {
  const { id = '' } = useParams();
  const { guid: person, permissions, preferences } = useProfile();
  const location = useApi('GET /locations/{guid}', { params: { guid: id } });
  const sentries = useApi('GET /sentries', { query: { location: id, limit: 500 } }, { refreshInterval: 30_000 });
  const latest = useApi('GET /locations/{guid}/latest', { params: { guid: id } });
  useTitle(location.data ? `${location.data.name}, devices` : 'Devices');
  if (location.error && !location.data)
    return <LocationProblem error={location.error} onRetry={() => void location.mutate()} />;
  if (!location.data || (!sentries.data && !sentries.error) || (!latest.data && !latest.error))
    return <LocationSkeleton />;
  const mayChange = isLocationAdmin(permissions, id);
  const items = sentries.data?.items;
  return (
    <>
      <LocationHead location={location.data} title="Devices">
        {mayChange && (
          <Button component={Link} to={`/locations/${id}/setup`} variant={items?.length === 0 ? 'filled' : 'default'}>
            Add sentry
          </Button>
        )}
      </LocationHead>
      <LocationTabs id={id} />
      {sentries.error && !items && (
        <Problem
          title="The devices could not be loaded"
          text={problemText(sentries.error)}
          onRetry={() => void sentries.mutate()}
        />
      )}
      {!items && !sentries.error && <div className="skeleton" style={{ height: 260 }} aria-hidden="true" />}
      {items?.length === 0 && (
        <section className="card empty">
          <h2>No sentries here yet</h2>
          <p className="muted">A sentry is the device on the wall. Once you add one, this page shows its state.</p>
        </section>
      )}
      {items?.map((sentry) => {
        const readings = (latest.data?.items ?? []).filter((item) => item.sentry === sentry.guid);
        return (
          <DeviceCard
            key={sentry.guid}
            sentry={sentry}
            readings={readings}
            others={items.filter(({ guid }) => guid !== sentry.guid).map(({ name }) => name)}
            person={person}
            mayChange={mayChange}
          >
            <SensorOffsets
              sentry={sentry.guid}
              readings={readings}
              mayTune={mayChange}
              useCelsius={preferences.useCelsius}
            />
          </DeviceCard>
        );
      })}
    </>
  );
}
