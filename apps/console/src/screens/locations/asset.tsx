/** /locations/:id/asset/:asset?: an asset and its position in a thermal picture. */
import { Button, Select, Switch, TextInput } from '@mantine/core';
import type { AssetOut, LocationOut, SentryOut, ZoneOut } from '@picket/contracts/types';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { PlacePicker } from '../../features/assets/place-picker.tsx';
import { LocationProblem } from '../../features/locations/location-frame.tsx';
import { useProfile } from '../../features/session/use-session.ts';
import { api, fieldProblem, problemText, refresh, useApi } from '../../lib/api.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { ifUnmodifiedSince, useSave } from '../../lib/use-save.ts';
import {
  AttributesEditor,
  areValidAttributes,
  fromAttributeRows,
  toAttributeRows,
} from '../../ui/attributes-editor.tsx';
import { DraftRestoredBanner } from '../../ui/draft-restored-banner.tsx';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { isValidName, NameField } from '../../ui/name-field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { showToast } from '../../ui/toasts.ts';
import { TypedConfirmation } from '../../ui/typed-confirmation.tsx';
import { useTitle } from '../../ui/use-title.ts';

const KINDS = ['Rack', 'Server', 'Freezer', 'Cold store', 'Pump', 'Boiler', 'Cabinet', 'Battery', 'Shelf'];

export default function Asset() {
  const { id = '', asset: guid } = useParams();
  const location = useApi('GET /locations/{guid}', { params: { guid: id } });
  const asset = useApi(
    'GET /locations/{guid}/assets/{asset}',
    guid === undefined ? null : { params: { guid: id, asset: guid } },
  );
  const assets = useApi('GET /locations/{guid}/assets', { params: { guid: id }, query: { limit: 500 } });
  const sentries = useApi('GET /sentries', { query: { location: id, limit: 500 } });
  const zones = useApi('GET /locations/{guid}/zones', { params: { guid: id }, query: { limit: 500 } });
  useTitle(asset.data?.name ?? 'Add asset');
  if (location.error && !location.data)
    return <LocationProblem error={location.error} onRetry={() => void location.mutate()} />;
  if (asset.error && !asset.data) {
    const isNotFound = asset.error.status === 404 || asset.error.status === 400;
    return (
      <Problem
        isPage
        title={isNotFound ? 'Asset not found' : 'The asset could not be loaded'}
        text={isNotFound ? 'It was deleted or does not belong to this location.' : problemText(asset.error)}
        home={`/locations/${id}/settings`}
        homeLabel="To the settings of the location"
      />
    );
  }
  if (!location.data || !sentries.data || !zones.data || !assets.data || (guid !== undefined && !asset.data))
    return <div className="skeleton" style={{ height: 420 }} aria-hidden="true" />;
  return (
    <AssetForm
      location={location.data}
      asset={asset.data ?? null}
      others={assets.data.items.filter((one) => one.guid !== guid).map(({ name }) => name)}
      sentries={sentries.data.items}
      zones={zones.data.items}
      reload={() => asset.mutate()}
    />
  );
}

interface Props {
  readonly location: LocationOut;
  readonly asset: AssetOut | null;
  readonly others: readonly string[];
  readonly sentries: readonly SentryOut[];
  readonly zones: readonly ZoneOut[];
  readonly reload: () => Promise<unknown>;
}

function AssetForm({ location, asset, others, sentries, zones, reload }: Props) {
  const navigate = useNavigate();
  const back = `/locations/${location.guid}/settings`;
  const [asking, setAsking] = useState(false);
  const draft = useDraft(useProfile().guid, `asset ${asset?.guid ?? `new at ${location.guid}`}`, {
    name: asset?.name ?? '',
    kind: asset?.kind ?? '',
    zoneId: asset?.zoneId ?? '',
    place: asset?.place ?? null,
    rows: toAttributeRows(asset?.attributes ?? {}),
  });
  const { name, kind, zoneId, place, rows } = draft.value;
  const change = (part: Partial<typeof draft.value>): void => {
    draft.change({ ...draft.value, ...part });
    reset();
  };
  const { busy, problem, submit, reset } = useSave(async () => {
    const body = { name, kind, attributes: fromAttributeRows(rows) };
    const params = { guid: location.guid };
    if (asset === null)
      await api('POST /locations/{guid}/assets', {
        params,
        body: { ...body, ...(zoneId === '' ? {} : { zoneId }), ...(place === null ? {} : { place }) },
      });
    else
      await api('PATCH /locations/{guid}/assets/{asset}', {
        params: { ...params, asset: asset.guid },
        body: { ...body, zoneId: zoneId === '' ? null : zoneId, place },
        headers: ifUnmodifiedSince(asset),
      });
    draft.clear();
    await refresh('GET /locations/{guid}/assets');
    showToast('Saved', name);
    navigate(back, { replace: true });
  }, reload);
  const first = sentries[0]?.guid;
  return (
    <Form className="form narrow" dirty={draft.isDirty} onSubmit={() => void submit()}>
      <h1>{asset === null ? 'Add asset' : asset.name}</h1>
      <p className="muted">{location.name}</p>
      <DraftRestoredBanner draft={draft} />
      <NameField
        placeholder="Freezer 1"
        value={name}
        takenNames={others}
        problem={problem}
        onChange={(next) => change({ name: next })}
      />
      <TextInput
        label="Kind"
        list="asset-kinds"
        maxLength={64}
        value={kind}
        error={fieldProblem(problem, 'kind')}
        onChange={(event) => change({ kind: event.currentTarget.value })}
        required
      />
      <datalist id="asset-kinds">
        {KINDS.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      {zones.length > 0 && (
        <Select
          label="Zone"
          description="The zone of the picture that shows it"
          data={[{ value: '', label: 'None' }, ...zones.map((zone) => ({ value: zone.zoneId, label: zone.name }))]}
          value={zoneId}
          allowDeselect={false}
          onChange={(next) => change({ zoneId: next ?? '' })}
        />
      )}
      {first !== undefined && (
        <Switch
          label="Show in a thermal picture"
          checked={place !== null}
          onChange={(event) =>
            change({ place: event.currentTarget.checked ? { sentry: first, row: 11, column: 15 } : null })
          }
        />
      )}
      {place !== null && (
        <>
          {sentries.length > 1 && (
            <Select
              label="Seen by"
              data={sentries.map((sentry) => ({ value: sentry.guid, label: sentry.name }))}
              value={place.sentry}
              allowDeselect={false}
              onChange={(sentry) => change({ place: { ...place, sentry: sentry ?? place.sentry } })}
            />
          )}
          <PlacePicker
            sentry={place.sentry}
            row={place.row}
            column={place.column}
            onChange={(row, column) => change({ place: { ...place, row, column } })}
          />
        </>
      )}
      <AttributesEditor rows={rows} onChange={(next) => change({ rows: next })} />
      <FormProblem problem={problem} fields={['name', 'kind']} />
      <div className="row">
        <Button
          type="submit"
          loading={busy}
          disabled={!draft.isDirty || !isValidName(name, others) || kind.trim() === '' || !areValidAttributes(rows)}
        >
          {asset === null ? 'Add asset' : 'Save'}
        </Button>
        <Button variant="default" component={Link} to={back} onClick={draft.clear}>
          Cancel
        </Button>
        <span className="grow" />
        {asset !== null && (
          <Button variant="subtle" color="gray" onClick={() => setAsking(true)}>
            Delete
          </Button>
        )}
      </div>
      {asking && asset !== null && (
        <TypedConfirmation
          title={`Delete ${asset.name}?`}
          text="Its name, attributes and position are deleted. Readings are kept."
          name={asset.name}
          action={`Delete ${asset.name}`}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await api('DELETE /locations/{guid}/assets/{asset}', {
              params: { guid: location.guid, asset: asset.guid },
            });
            draft.clear();
            await refresh('GET /locations/{guid}/assets');
            navigate(back, { replace: true });
          }}
        />
      )}
    </Form>
  );
}
