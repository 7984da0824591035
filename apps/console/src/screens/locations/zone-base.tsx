/** /locations/:id/settings/zones/base/:policyId: the cells of a picture that a policy watches, per sensor. */
import { Button, Select } from '@mantine/core';
import type { LocationOut, PolicyOut, ZoneOut } from '@picket/contracts/types';
import { isLocationAdmin } from '@picket/domain/permissions';
import { type Cell, ZONE_COLUMNS, ZONE_ROWS } from '@picket/domain/zones';
import { useMemo, useState } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import {
  LocationHead,
  LocationProblem,
  LocationSkeleton,
  LocationTabs,
} from '../../features/locations/location-frame.tsx';
import { namedContentOf } from '../../features/policies/policy-content.ts';
import { useProfile } from '../../features/session/use-session.ts';
import { DeleteZone } from '../../features/zones/delete-zone.tsx';
import { GridEditor } from '../../features/zones/grid-editor.tsx';
import { countOf, exclusionsOf, type Grid, gridFrom, rebaseGrid } from '../../features/zones/grid-model.ts';
import { type PictureSensor, usePictureSensors } from '../../features/zones/picture-sensors.ts';
import { useLatestFrame } from '../../features/zones/use-latest-frame.ts';
import { ZoneLegend } from '../../features/zones/zone-legend.tsx';
import { ZonePreview } from '../../features/zones/zone-preview.tsx';
import { api, problemText, refresh, useApi } from '../../lib/api.ts';
import { ifUnmodifiedSince, useSave } from '../../lib/use-save.ts';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { isValidName, NameField } from '../../ui/name-field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useTitle } from '../../ui/use-title.ts';
import '../../features/policies/policies.css';

export default function ZoneBase() {
  const { id = '', policyId = '' } = useParams();
  const [query, setQuery] = useSearchParams();
  const { permissions } = useProfile();
  const location = useApi('GET /locations/{guid}', { params: { guid: id } });
  const policy = useApi('GET /policies/{guid}', { params: { guid: policyId } });
  const zones = useApi('GET /locations/{guid}/zones', { params: { guid: id }, query: { limit: 500 } });
  const { sensors, error: unknown, retry } = usePictureSensors(id);
  useTitle(policy.data ? `${policy.data.name}, base zone` : 'Base zone');
  if (location.error && !location.data)
    return <LocationProblem error={location.error} onRetry={() => void location.mutate()} />;
  if (policy.error && !policy.data) {
    const isNotFound = policy.error.status === 404 || policy.error.status === 400;
    return (
      <Problem
        isPage
        title={isNotFound ? 'Policy not found' : 'The policy could not be loaded'}
        text={isNotFound ? 'It was deleted or never existed.' : problemText(policy.error)}
        {...(isNotFound
          ? { home: `/locations/${id}/settings`, homeLabel: 'To the settings of the location' }
          : { onRetry: () => void policy.mutate() })}
      />
    );
  }
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
        <Editor
          key={sensor.id}
          location={location.data}
          policy={policy.data}
          zones={zones.data.items}
          sensor={sensor}
          mayEdit={isLocationAdmin(permissions, id)}
        />
      )}
    </>
  );
}

const zoneFor = (zones: readonly ZoneOut[], sensor: PictureSensor, policy: string): ZoneOut | undefined => {
  const own = zones.filter((one) => one.policy === policy && one.sensorMetricIdList.includes(sensor.sensorMetricId));
  return own.find(({ sentry }) => sentry === sensor.sentry.guid) ?? own.find(({ sentry }) => sentry === undefined);
};

interface Props {
  readonly location: LocationOut;
  readonly policy: PolicyOut;
  readonly zones: readonly ZoneOut[];
  readonly sensor: PictureSensor;
  readonly mayEdit: boolean;
}

function Editor({ location, policy, zones, sensor, mayEdit }: Props) {
  const { useCelsius } = useProfile().preferences;
  const navigate = useNavigate();
  const { frame, isKnown } = useLatestFrame(sensor.sentry.guid, sensor.sensorMetricId);
  const zone = zoneFor(zones, sensor, policy.guid);
  const [asking, setAsking] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  const name = typed ?? zone?.name ?? `${policy.name}, ${sensor.sentry.name}`;
  const saved = useMemo(() => {
    if (!isKnown) return null;
    const rows = zone?.rows ?? frame?.rows ?? ZONE_ROWS;
    const columns = zone?.columns ?? frame?.columns ?? ZONE_COLUMNS;
    const cell = (row: number, column: number): Cell => zone?.exclusions[row]?.[column] ?? 'included';
    return gridFrom(
      rows,
      columns,
      ({ row, column }) => cell(row, column) === 'included',
      ({ row, column }) => cell(row, column) !== 'excluded-tagged',
    );
  }, [zone, frame, isKnown]);
  const [painted, setPainted] = useState<{ readonly grid: Grid; readonly on: ZoneOut | undefined } | null>(null);
  const grid = useMemo(
    () => (saved === null || painted === null ? saved : rebaseGrid(saved, painted.grid)),
    [saved, painted],
  );
  // Another user redrew the zone in the meantime: this draft is kept, and can be discarded.
  const hasConflict = painted !== null && painted.on?.last_update_ts !== zone?.last_update_ts;
  const exclusions = useMemo(() => (grid === null ? null : exclusionsOf(grid, () => 'excluded-tagged')), [grid]);
  const { busy, problem, submit, reset } = useSave(
    async () => {
      if (exclusions === null) return;
      const params = { guid: location.guid };
      if (zone === undefined)
        await api('POST /locations/{guid}/zones', {
          params,
          body: {
            name,
            sentry: sensor.sentry.guid,
            sensorMetricIdList: [sensor.sensorMetricId],
            rows: exclusions.length,
            columns: exclusions[0]?.length ?? 0,
            exclusions,
            policy: policy.guid,
          },
        });
      else
        await api('PATCH /locations/{guid}/zones/{zoneId}', {
          params: { ...params, zoneId: zone.zoneId },
          body: { name, exclusions },
          headers: ifUnmodifiedSince(zone),
        });
      await refresh('GET /locations/{guid}/zones');
      setPainted(null);
      setTyped(null);
      showToast('The zone is in force', 'Its history is computed from the stored pictures.');
    },
    () => refresh('GET /locations/{guid}/zones'),
  );
  if (grid === null || exclusions === null)
    return <div className="skeleton" style={{ height: 520 }} aria-hidden="true" />;
  const isDirty = zone === undefined || painted !== null || name !== zone.name;
  const others = zones.filter((one) => one !== zone).map((one) => one.name);
  const children = zones.filter(({ parentId }) => zone !== undefined && parentId === zone.zoneId);
  return (
    <Form className="stack" label="Base zone" dirty={painted !== null} onSubmit={() => void submit()}>
      <p className="muted">
        {zone === undefined
          ? `No base zone yet: ${policy.name} watches the whole picture. Exclude cells that are always warm or private.`
          : `${policy.name} watches only the included cells.`}
      </p>
      <div className="zone-columns">
        <section className="card pad stack" aria-label="Drawing">
          {mayEdit && (
            <NameField
              label="Name of the zone"
              value={name}
              takenNames={others}
              problem={problem}
              onChange={(next) => {
                setTyped(next);
                reset();
              }}
            />
          )}
          <GridEditor
            grid={grid}
            frame={frame}
            sensorMetricId={sensor.sensorMetricId}
            readOnly={!mayEdit}
            useCelsius={useCelsius}
            onChange={(next) => {
              setPainted({ grid: next, on: painted === null ? zone : painted.on });
              reset();
            }}
          />
          <ZoneLegend
            locked={children.length === 0 ? null : `Sub-zones: ${children.map((one) => one.name).join(', ')}`}
          />
        </section>
        {mayEdit && (
          <ZonePreview
            location={location.guid}
            timezone={location.timezone}
            sentry={sensor.sentry.guid}
            sensorMetricId={sensor.sensorMetricId}
            rows={grid.rows}
            columns={grid.columns}
            exclusions={exclusions}
            zoneId={zone?.zoneId}
            policy={policy.guid}
            limits={namedContentOf(policy)}
            hasDraft={painted !== null}
            useCelsius={useCelsius}
          />
        )}
      </div>
      {mayEdit && (
        <div className="save-bar">
          <Button type="submit" loading={busy} disabled={!isDirty || countOf(grid) === 0 || !isValidName(name, others)}>
            {zone === undefined ? 'Draw base zone' : 'Save base zone'}
          </Button>
          {painted !== null && (
            <Button variant="default" onClick={() => setPainted(null)}>
              {hasConflict ? 'Discard my changes' : 'Discard'}
            </Button>
          )}
          {hasConflict ? (
            <p role="alert" className="problem-text">
              Another user redrew this zone in the meantime. Your drawing is kept; saving overwrites theirs.
            </p>
          ) : (
            <FormProblem problem={problem} fields={['name']} />
          )}
          <span className="grow" />
          {zone !== undefined && (
            <Button variant="subtle" color="gray" onClick={() => setAsking(true)}>
              Delete
            </Button>
          )}
        </div>
      )}
      {asking && zone !== undefined && (
        <DeleteZone
          location={location.guid}
          zone={zone}
          text="The policy watches the whole picture again."
          onClose={() => setAsking(false)}
          onDone={() => navigate(`/locations/${location.guid}/settings/zones/tagging/${sensor.id}`)}
        />
      )}
    </Form>
  );
}
