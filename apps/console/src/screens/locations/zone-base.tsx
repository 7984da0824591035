/** /locations/:id/settings/zones/base/:policyId: the cells of a picture that a policy watches, per sensor. */
import type { LocationOut, PolicyOut, ZoneOut } from '@picket/contracts/types';
import { isLocationAdmin } from '@picket/domain/permissions';
import { Link, useParams, useSearchParams } from 'react-router';
import {
  LocationHead,
  LocationProblem,
  LocationSkeleton,
  LocationTabs,
} from '../../features/locations/location-frame.tsx';
import { PolicyProblem } from '../../features/policies/policy-problem.tsx';
import { useProfile } from '../../features/session/use-session.ts';
import { BaseZoneForm } from '../../features/zones/base-zone-form.tsx';
import type { PictureSensor } from '../../features/zones/picture-sensors.ts';
import { SensorField } from '../../features/zones/sensor-field.tsx';
import { useBaseZone } from '../../features/zones/use-zone-pages.ts';
import { problemText } from '../../lib/api.ts';
import { nameText } from '../../lib/kind-texts.ts';
import { useText } from '../../lib/texts.ts';
import { Problem } from '../../ui/problem.tsx';
import { useTitle } from '../../ui/use-title.ts';

export default function ZoneBase() {
  const t = useText();
  const { id = '', policyId = '' } = useParams();
  const { permissions, preferences } = useProfile();
  const { location, locationError, retryLocation, zones, pictures, policy, error, retry } = useBaseZone(id, policyId);
  useTitle(
    policy === undefined ? t('zones.base.form') : t('zones.base.pageTitle', { policy: nameText(t, policy.name) }),
  );
  if (locationError !== undefined) return <LocationProblem error={locationError} onRetry={retryLocation} />;
  if (error !== undefined)
    return (
      <PolicyProblem
        error={error}
        title={t('policies.page.problem')}
        out={{ home: `/locations/${id}/settings`, homeLabel: t('zones.toSettings') }}
        onRetry={retry}
      />
    );
  if (pictures.error !== undefined)
    return (
      <Problem isPage title={t('zones.sensorsProblem')} text={problemText(pictures.error)} onRetry={pictures.retry} />
    );
  if (!location || !policy || !zones || !pictures.sensors) return <LocationSkeleton />;
  const policyMetrics = new Set(
    policy.definition.violations.flatMap(({ conditions }) => conditions.map(({ sensorMetricId }) => sensorMetricId)),
  );
  const sensors = pictures.sensors.filter(({ sensorMetricId }) => policyMetrics.has(sensorMetricId));
  return (
    <>
      <LocationHead location={location} title={t('zones.base.title', { policy: nameText(t, policy.name) })} />
      <LocationTabs id={id} />
      <BaseZoneOfSensor
        location={location}
        policy={policy}
        sensors={sensors}
        zones={zones}
        mayEdit={isLocationAdmin(permissions, id)}
        useCelsius={preferences.useCelsius}
      />
    </>
  );
}

interface Props {
  readonly location: LocationOut;
  readonly policy: PolicyOut;
  /** Those with pictures that the policy watches. */
  readonly sensors: readonly PictureSensor[];
  readonly zones: readonly ZoneOut[];
  readonly mayEdit: boolean;
  readonly useCelsius: boolean;
}

/** The base zone of the sensor that the address names, else of the first. */
function BaseZoneOfSensor({ sensors, ...form }: Props) {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const { location, policy, zones } = form;
  const sensor = sensors.find((one) => one.id === query.get('sensor')) ?? sensors[0];
  if (sensor === undefined)
    return (
      <section className="card empty">
        <h2>{t('zones.base.noPictures')}</h2>
        <p className="muted">{t('zones.base.noPicturesText', { policy: nameText(t, policy.name) })}</p>
      </section>
    );
  return (
    <>
      <div className="row">
        <SensorField
          sensors={sensors}
          sensor={sensor}
          onChange={(next) => setQuery({ sensor: next }, { replace: true })}
        />
        <span className="grow" />
        <Link to={`/locations/${location.guid}/settings/zones/tagging/${sensor.id}`}>{t('zones.allOfSensor')}</Link>
      </div>
      <BaseZoneForm {...form} key={sensor.id} sensor={sensor} zone={zoneFor(zones, sensor, policy.guid)} />
    </>
  );
}

const zoneFor = (zones: readonly ZoneOut[], sensor: PictureSensor, policy: string): ZoneOut | undefined => {
  const own = zones.filter((one) => one.policy === policy && one.sensorMetricIdList.includes(sensor.sensorMetricId));
  return own.find(({ sentry }) => sentry === sensor.sentry.guid) ?? own.find(({ sentry }) => sentry === undefined);
};
