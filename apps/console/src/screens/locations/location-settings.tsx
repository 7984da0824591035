/** /locations/:id/settings: the settings and assets of a location. */
import { Button } from '@mantine/core';
import { isAdmin, isLocationAdmin } from '@picket/domain/permissions';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import {
  LocationHead,
  LocationProblem,
  LocationSkeleton,
  LocationTabs,
} from '../../features/locations/location-frame.tsx';
import { useProfile } from '../../features/session/use-session.ts';
import { usePictureSensors } from '../../features/zones/picture-sensors.ts';
import { api, refresh, useApi } from '../../lib/api.ts';
import { timezoneNote } from '../../lib/format-time.ts';
import { plural } from '../../lib/plural.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { ifUnmodifiedSince, useSave } from '../../lib/use-save.ts';
import {
  AttributesEditor,
  areValidAttributes,
  fromAttributeRows,
  toAttributeRows,
} from '../../ui/attributes-editor.tsx';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import '../../ui/lists.css';
import type { LocationOut } from '@picket/contracts/types';
import { DraftRestoredBanner } from '../../ui/draft-restored-banner.tsx';
import { showToast } from '../../ui/toasts.ts';
import { TypedConfirmation } from '../../ui/typed-confirmation.tsx';
import { useTitle } from '../../ui/use-title.ts';

export default function LocationSettings() {
  const { id = '' } = useParams();
  const profile = useProfile();
  const location = useApi('GET /locations/{guid}', { params: { guid: id } });
  const sentries = useApi('GET /sentries', { query: { location: id, limit: 500 } });
  const assets = useApi('GET /locations/{guid}/assets', { params: { guid: id }, query: { limit: 500 } });
  const zones = useApi('GET /locations/{guid}/zones', { params: { guid: id }, query: { limit: 500 } });
  const windows = useApi('GET /locations/{guid}/maintenance', { params: { guid: id }, query: { limit: 200 } });
  const weather = useApi('GET /locations/{guid}/weather', { params: { guid: id } });
  const { sensors, error: unknown } = usePictureSensors(id);
  useTitle(location.data ? `${location.data.name}, settings` : 'Settings');
  if (location.error && !location.data)
    return <LocationProblem error={location.error} onRetry={() => void location.mutate()} />;
  if (
    !location.data ||
    (!assets.data && !assets.error) ||
    (!sentries.data && !sentries.error) ||
    (!zones.data && !zones.error) ||
    (!windows.data && !windows.error) ||
    (!weather.data && !weather.error) ||
    (sensors === undefined && unknown === undefined)
  )
    return <LocationSkeleton />;
  const mayChange = isLocationAdmin(profile.permissions, id);
  const here = location.data;
  const count = sentries.data?.items.length;
  return (
    <>
      <LocationHead location={here} title="Settings" />
      <LocationTabs id={id} />
      <div className="admin-grid">
        <Setting to={mayChange ? `/locations/${id}/settings/name` : null} title="Name" value={here?.name} />
        <Setting
          to={mayChange ? `/locations/${id}/settings/address` : null}
          title="Address and time zone"
          value={here && `${here.timezone}${here.address === undefined ? '' : `, ${here.address}`}`}
          note={
            here && (here.coordinates === undefined ? 'not on the map' : `on the map ${timezoneNote(here.timezone)}`)
          }
        />
        <Setting
          to={`/locations/${id}/settings/devices`}
          title="Devices"
          value={count === undefined ? undefined : plural(count, 'sentry', 'sentries')}
          note="Connectivity, battery, firmware, network, policies, offsets, replacement"
        />
        <Setting
          to={`/locations/${id}/settings/maintenance`}
          title="Maintenance"
          value={
            windows.data &&
            (windows.data.items.length === 0 ? 'None planned' : `${windows.data.items.length} current or planned`)
          }
          note="When work is done here and nobody is to be notified"
        />
        <Setting
          to={`/locations/${id}/settings/weather`}
          title="Weather"
          value={
            weather.data &&
            (weather.data.provider === undefined
              ? 'No provider'
              : weather.data.warnings.length === 0
                ? 'No warnings'
                : plural(weather.data.warnings.length, 'warning'))
          }
          note="Warnings of a weather service as alerts"
        />
        {sensors?.[0] !== undefined && (
          <Setting
            to={`/locations/${id}/settings/zones/tagging/${sensors[0].id}`}
            title="Zones"
            value={zones.data && plural(zones.data.items.length, 'zone')}
            note="Which cells a policy watches, and sub-zones with their own limits"
          />
        )}
      </div>
      <section className="card section wide" aria-label="Assets">
        <div className="row">
          <h2>Assets</h2>
          <span className="grow" />
          {mayChange && (
            <Button variant="default" component={Link} to={`/locations/${id}/asset`}>
              Add asset
            </Button>
          )}
        </div>
        {!assets.data && <div className="skeleton" style={{ height: 48 }} aria-hidden="true" />}
        {assets.data?.items.length === 0 && (
          <p className="muted">
            No assets yet. An asset is a watched object, such as a rack or a freezer. It can be shown in a thermal
            picture.
          </p>
        )}
        {assets.data !== undefined && assets.data.items.length > 0 && (
          <ul className="list">
            {assets.data.items.map((asset) => (
              <li key={asset.guid}>
                <span className="main">
                  {mayChange ? (
                    <Link to={`/locations/${id}/asset/${asset.guid}`}>{asset.name}</Link>
                  ) : (
                    <strong>{asset.name}</strong>
                  )}
                  <span className="muted small">
                    {asset.kind}
                    {asset.place && ` · row ${asset.place.row + 1}, column ${asset.place.column + 1} of the picture`}
                  </span>
                </span>
                <span className="side small muted">
                  {toAttributeRows(asset.attributes)
                    .slice(0, 3)
                    .map(([key, value]) => (
                      <span key={key} className="tag">
                        {key}: {value}
                      </span>
                    ))}
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
      {here && mayChange && (
        <LocationAttributes location={here} person={profile.guid} reload={() => location.mutate()} />
      )}
      {here && isAdmin(profile.permissions) && <DeleteLocation location={here} sentries={count} />}
    </>
  );
}

interface SettingProps {
  /** null: read-only. */
  readonly to: string | null;
  readonly title: string;
  readonly value: string | undefined;
  readonly note?: string | undefined;
}

function Setting({ to, title, value, note }: SettingProps) {
  const content = (
    <>
      <h2>{title}</h2>
      {value === undefined ? (
        <span className="skeleton" style={{ height: 20 }} aria-hidden="true" />
      ) : (
        <span>{value}</span>
      )}
      {note !== undefined && <span className="muted small">{note}</span>}
    </>
  );
  return to === null ? (
    <section className="card admin-card" aria-label={title}>
      {content}
    </section>
  ) : (
    <Link to={to} className="card admin-card">
      {content}
    </Link>
  );
}

interface AttributesProps {
  readonly location: LocationOut;
  readonly person: string;
  readonly reload: () => Promise<unknown>;
}

function LocationAttributes({ location, person, reload }: AttributesProps) {
  const draft = useDraft(person, `attributes of ${location.guid}`, toAttributeRows(location.attributes));
  const { busy, problem, submit } = useSave(async () => {
    await api('PATCH /locations/{guid}', {
      params: { guid: location.guid },
      body: { attributes: fromAttributeRows(draft.value) },
      headers: ifUnmodifiedSince(location),
    });
    await reload();
    draft.clear();
    showToast('Saved');
  }, reload);
  return (
    <Form
      className="card section wide"
      label="Attributes of the location"
      dirty={draft.isDirty}
      onSubmit={() => void submit()}
    >
      <DraftRestoredBanner draft={draft} />
      <AttributesEditor rows={draft.value} onChange={draft.change} />
      <FormProblem problem={problem} />
      {draft.isDirty && (
        <div>
          <Button type="submit" loading={busy} disabled={!areValidAttributes(draft.value)}>
            Save attributes
          </Button>
        </div>
      )}
    </Form>
  );
}

function DeleteLocation({
  location,
  sentries,
}: {
  readonly location: LocationOut;
  readonly sentries: number | undefined;
}) {
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  return (
    <section className="card section wide" aria-label="Delete the location">
      <h2>Delete the location</h2>
      <p className="muted">
        {sentries === 0
          ? 'Its zones, assets and user roles are deleted with it. Alerts are kept.'
          : 'It can be deleted once its sentries are removed.'}
      </p>
      <div>
        <Button variant="default" disabled={sentries !== 0} onClick={() => setAsking(true)}>
          Delete {location.name}
        </Button>
      </div>
      {asking && (
        <TypedConfirmation
          title={`Delete ${location.name}?`}
          text="This cannot be undone."
          name={location.name}
          action={`Delete ${location.name}`}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await api('DELETE /locations/{guid}', { params: { guid: location.guid } });
            await refresh('GET /views/locations');
            navigate('/locations', { replace: true });
          }}
        />
      )}
    </section>
  );
}
