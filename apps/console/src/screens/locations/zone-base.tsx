/** /locations/:id/settings/zones/base/:policyId: the cells of a picture that a policy watches, per sensor. */
import { Select } from '@mantine/core';
import type { ZoneOut } from '@picket/contracts/types';
import { isLocationAdmin } from '@picket/domain/permissions';
import { Link, useParams, useSearchParams } from 'react-router';
import {
  LocationHead,
  LocationProblem,
  LocationSkeleton,
  LocationTabs,
} from '../../features/locations/location-frame.tsx';
import { useProfile } from '../../features/session/use-session.ts';
import { BaseZoneForm } from '../../features/zones/base-zone-form.tsx';
import { type PictureSensor, usePictureSensors } from '../../features/zones/picture-sensors.ts';
import { problemText, useApi } from '../../lib/api.ts';
import { LoadProblem } from '../../ui/load-problem.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useTitle } from '../../ui/use-title.ts';
import '../../features/policies/policies.css';

export default function ZoneBase() {
  const { id = '', policyId = '' } = useParams();
  const [query, setQuery] = useSearchParams();
  const { permissions, preferences } = useProfile();
  const location = useApi('GET /locations/{guid}', { params: { guid: id } });
  const policy = useApi('GET /policies/{guid}', { params: { guid: policyId } });
  const zones = useApi('GET /locations/{guid}/zones', { params: { guid: id }, query: { limit: 500 } });
  const { sensors, error: unknown, retry } = usePictureSensors(id);
  useTitle(policy.data ? `${policy.data.name}, base zone` : 'Base zone');
  if (location.error && !location.data)
    return <LocationProblem error={location.error} onRetry={() => void location.mutate()} />;
  if (policy.error && !policy.data)
    return (
      <LoadProblem
        error={policy.error}
        title="The policy could not be loaded"
        absent={{
          title: 'Policy not found',
          text: 'It was deleted or never existed.',
          home: `/locations/${id}/settings`,
          homeLabel: 'To the settings of the location',
        }}
        onRetry={() => void policy.mutate()}
      />
    );
  if (unknown !== undefined)
    return <Problem isPage title="The sensors could not be loaded" text={problemText(unknown)} onRetry={retry} />;
  if (!location.data || !policy.data || !zones.data || sensors === undefined) return <LocationSkeleton />;
  const policyMetrics = new Set(
    policy.data.definition.violations.flatMap(({ conditions }) =>
      conditions.map(({ sensorMetricId }) => sensorMetricId),
    ),
  );
  const own = sensors.filter(({ sensorMetricId }) => policyMetrics.has(sensorMetricId));
  const sensor = own.find((one) => one.id === query.get('sensor')) ?? own[0];
  return (
    <>
      <LocationHead location={location.data} title={`Base zone of ${policy.data.name}`} />
      <LocationTabs id={id} />
      <div className="row">
        {own.length > 1 && sensor !== undefined && (
          <Select
            label="Sensor"
            allowDeselect={false}
            data={own.map((one) => ({ value: one.id, label: one.label }))}
            value={sensor.id}
            onChange={(value) => value !== null && setQuery({ sensor: value }, { replace: true })}
          />
        )}
        <span className="grow" />
        {sensor !== undefined && (
          <Link to={`/locations/${id}/settings/zones/tagging/${sensor.id}`}>All zones of this sensor</Link>
        )}
      </div>
      {sensor === undefined ? (
        <section className="card empty">
          <h2>No pictures here</h2>
          <p className="muted">
            {policy.data.name} watches no sensor with pictures at this location, so there is no zone to draw.
          </p>
        </section>
      ) : (
        <BaseZoneForm
          key={sensor.id}
          location={location.data}
          policy={policy.data}
          sensor={sensor}
          zone={zoneFor(zones.data.items, sensor, policy.data.guid)}
          zones={zones.data.items}
          mayEdit={isLocationAdmin(permissions, id)}
          useCelsius={preferences.useCelsius}
        />
      )}
    </>
  );
}

const zoneFor = (zones: readonly ZoneOut[], sensor: PictureSensor, policy: string): ZoneOut | undefined => {
  const own = zones.filter((one) => one.policy === policy && one.sensorMetricIdList.includes(sensor.sensorMetricId));
  return own.find(({ sentry }) => sentry === sensor.sentry.guid) ?? own.find(({ sentry }) => sentry === undefined);
};
