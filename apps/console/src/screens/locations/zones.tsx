/** /locations/:id/settings/zones/tagging/:sensorId: the zones of a sensor with their policies and sub-zones. */
import { Button, Select } from '@mantine/core';
import type { PolicyOut, ZoneOut } from '@picket/contracts/types';
import { isLocationAdmin } from '@picket/domain/permissions';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import {
  LocationHead,
  LocationProblem,
  LocationSkeleton,
  LocationTabs,
} from '../../features/locations/location-frame.tsx';
import { violationText } from '../../features/policies/policy-text.ts';
import '../../features/policies/policies.css';
import '../../features/zones/zones.css';
import { useProfile } from '../../features/session/use-session.ts';
import { ThermalPicture } from '../../features/telemetry/thermal-picture.tsx';
import { DeleteZone } from '../../features/zones/delete-zone.tsx';
import { type PictureSensor, usePictureSensors } from '../../features/zones/picture-sensors.ts';
import { problemText, useApi } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { Problem } from '../../ui/problem.tsx';
import { useTitle } from '../../ui/use-title.ts';

export default function Zones() {
  const { id = '', sensorId = '' } = useParams();
  const { permissions, preferences } = useProfile();
  const navigate = useNavigate();
  const location = useApi('GET /locations/{guid}', { params: { guid: id } });
  const zones = useApi('GET /locations/{guid}/zones', { params: { guid: id }, query: { limit: 500 } });
  const policies = useApi('GET /policies', { query: { limit: 500 } });
  const latest = useApi('GET /locations/{guid}/latest', { params: { guid: id } });
  const { sensors, error: unknown, retry } = usePictureSensors(id);
  useTitle(location.data ? `${location.data.name}, zones` : 'Zones');
  if (location.error && !location.data)
    return <LocationProblem error={location.error} onRetry={() => void location.mutate()} />;
  if (unknown !== undefined)
    return <Problem isPage title="The sensors could not be loaded" text={problemText(unknown)} onRetry={retry} />;
  if (!location.data || !zones.data || !policies.data || sensors === undefined || (!latest.data && !latest.error))
    return <LocationSkeleton />;
  const sensor = sensors.find((one) => one.id === sensorId);
  if (sensor === undefined)
    return (
      <Problem
        isPage
        title="Sensor not found"
        text="Zones are drawn for sensors that see pictures, once they have measured something."
        home={`/locations/${id}/settings`}
        homeLabel="To the settings of the location"
      />
    );
  const mayEdit = isLocationAdmin(permissions, id);
  const own = zones.data.items.filter(
    ({ sentry, sensorMetricIdList }) =>
      (sentry === undefined || sentry === sensor.sentry.guid) && sensorMetricIdList.includes(sensor.sensorMetricId),
  );
  const watchingPolicies = policies.data.items.filter(({ definition }) =>
    definition.violations.some(({ conditions }) =>
      conditions.some((one) => one.sensorMetricId === sensor.sensorMetricId && one.zoneId === undefined),
    ),
  );
  const newest = latest.data?.items.find(
    (item) => item.sentry === sensor.sentry.guid && item.sensorMetricId === 'thermal_temperature',
  );
  return (
    <>
      <LocationHead location={location.data} title={`Zones, ${sensor.label}`} />
      <LocationTabs id={id} />
      {sensors.length > 1 && (
        <div className="narrow-field">
          <Select
            label="Sensor"
            allowDeselect={false}
            data={sensors.map((one) => ({ value: one.id, label: one.label }))}
            value={sensor.id}
            onChange={(value) => value !== null && navigate(`/locations/${id}/settings/zones/tagging/${value}`)}
          />
        </div>
      )}
      <div className="zone-columns">
        <div className="stack">
          {watchingPolicies.map((policy) => (
            <BaseZone
              key={policy.guid}
              location={id}
              sensor={sensor}
              policy={policy}
              zone={own.find((zone) => zone.policy === policy.guid)}
              zones={own}
              policies={policies.data?.items ?? []}
              mayEdit={mayEdit}
              useCelsius={preferences.useCelsius}
            />
          ))}
          {watchingPolicies.length === 0 && (
            <section className="card empty">
              <h2>No policy watches this sensor</h2>
              <p className="muted">A base zone belongs to a policy: it says which cells of a picture count.</p>
            </section>
          )}
          <OtherZones
            location={id}
            sensor={sensor}
            zones={own.filter(
              ({ policy, parentId }) => policy === undefined && !own.some(({ zoneId }) => zoneId === parentId),
            )}
            policies={policies.data.items}
            mayEdit={mayEdit}
            useCelsius={preferences.useCelsius}
          />
        </div>
        {sensor.sensorMetricId === 'thermal_temperature' && newest !== undefined && (
          <ThermalPicture
            sentry={sensor.sentry}
            timezone={location.data.timezone}
            newestAt={Date.parse(newest.at)}
            zones={own}
            assets={[]}
          />
        )}
      </div>
    </>
  );
}

const cellsOf = (zone: ZoneOut): number =>
  zone.exclusions.reduce((sum, row) => sum + row.filter((cell) => cell === 'included').length, 0);

/** Returns the policy whose rules all watch this zone. */
const policyOfZone = (zone: ZoneOut, policies: readonly PolicyOut[]): PolicyOut | undefined =>
  policies.find(
    ({ definition }) =>
      definition.violations.length > 0 &&
      definition.violations.every(({ conditions }) => conditions.some(({ zoneId }) => zoneId === zone.zoneId)),
  );

interface BaseProps {
  readonly location: string;
  readonly sensor: PictureSensor;
  readonly policy: PolicyOut;
  readonly zone: ZoneOut | undefined;
  readonly zones: readonly ZoneOut[];
  readonly policies: readonly PolicyOut[];
  readonly mayEdit: boolean;
  readonly useCelsius: boolean;
}

function BaseZone({ location, sensor, policy, zone, zones, policies, mayEdit, useCelsius }: BaseProps) {
  const settings = `/locations/${location}/settings/zones`;
  const children = zones.filter(({ parentId }) => zone !== undefined && parentId === zone.zoneId);
  return (
    <section className="card pad stack" aria-label={`Base zone of ${policy.name}`}>
      <div className="row">
        <h2>{policy.name}</h2>
        <span className="small muted num">
          {zone === undefined
            ? 'watches the whole picture'
            : `watches ${cellsOf(zone)} of ${zone.rows * zone.columns} cells`}
        </span>
        <span className="grow" />
        <Button size="xs" variant="default" component={Link} to={`${settings}/base/${policy.guid}?sensor=${sensor.id}`}>
          {zone === undefined ? (mayEdit ? 'Draw a base zone' : 'View') : mayEdit ? 'Redraw' : 'View'}
          <span className="visually-hidden"> for {policy.name}</span>
        </Button>
        {zone !== undefined && mayEdit && (
          <Button size="xs" component={Link} to={`${settings}/tagging/${sensor.id}/create/${zone.zoneId}`}>
            Add sub-zone<span className="visually-hidden"> of {zone.name}</span>
          </Button>
        )}
      </div>
      {zone === undefined && mayEdit && (
        <p className="small muted">
          With a base zone drawn, you can add sub-zones, such as a rack or a pump, with their own limits.
        </p>
      )}
      {children.length > 0 && (
        <ul className="tree">
          {children.map((child) => (
            <TaggingRow
              key={child.zoneId}
              zone={child}
              watcher={policyOfZone(child, policies)}
              path={settings}
              sensor={sensor}
              mayEdit={mayEdit}
              useCelsius={useCelsius}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

interface RowProps {
  readonly zone: ZoneOut;
  readonly watcher: PolicyOut | undefined;
  readonly path: string;
  readonly sensor: PictureSensor;
  readonly mayEdit: boolean;
  readonly useCelsius: boolean;
}

function TaggingRow({ zone, watcher, path, sensor, mayEdit, useCelsius }: RowProps) {
  const t = useText();
  const [asking, setAsking] = useState(false);
  return (
    <li className="stack-tight">
      <div className="row">
        <h3>{zone.name}</h3>
        <span className="small muted num">{cellsOf(zone)} cells</span>
        <span className="grow" />
        {watcher !== undefined && (
          <Button
            size="xs"
            variant="default"
            component={Link}
            to={`${path}/tagging/${sensor.id}/update/${watcher.guid}`}
          >
            {mayEdit ? 'Change' : 'View'}
            <span className="visually-hidden"> {zone.name}</span>
          </Button>
        )}
      </div>
      {watcher === undefined ? (
        <div className="row">
          <p className="small muted">It has no limits of its own.</p>
          {mayEdit && (
            <Button size="xs" variant="subtle" color="gray" onClick={() => setAsking(true)}>
              Delete<span className="visually-hidden"> {zone.name}</span>
            </Button>
          )}
          {asking && (
            <DeleteZone
              location={zone.location}
              zone={zone}
              text="Its cells return to its parent zone."
              onClose={() => setAsking(false)}
              onDone={() => setAsking(false)}
            />
          )}
        </div>
      ) : (
        watcher.definition.violations.map((violation) => (
          <p key={violation.description} className="small">
            {violationText(t, violation, useCelsius)}
          </p>
        ))
      )}
    </li>
  );
}

function OtherZones({ location, sensor, zones, policies, mayEdit, useCelsius }: Omit<BaseProps, 'policy' | 'zone'>) {
  if (zones.length === 0) return null;
  return (
    <section className="card pad stack" aria-label="Other zones">
      <h2>Other zones</h2>
      <ul className="tree">
        {zones.map((zone) => (
          <TaggingRow
            key={zone.zoneId}
            zone={zone}
            watcher={policyOfZone(zone, policies)}
            path={`/locations/${location}/settings/zones`}
            sensor={sensor}
            mayEdit={mayEdit}
            useCelsius={useCelsius}
          />
        ))}
      </ul>
    </section>
  );
}
