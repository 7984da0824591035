/** /locations/:id/settings/address: address, coordinates, time zone. */
import { Button, TextInput } from '@mantine/core';
import type { LocationOut } from '@picket/contracts/types';
import { isTimezone } from '@picket/domain/time';
import { Link, useNavigate, useParams } from 'react-router';
import { CoordinatesField, coordinatesOf, coordinatesText } from '../../features/locations/coordinates-field.tsx';
import { LocationProblem } from '../../features/locations/location-frame.tsx';
import { ZoneSuggestion } from '../../features/locations/zone-suggestion.tsx';
import { useProfile } from '../../features/session/use-session.ts';
import { api, refresh, useApi } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/format-time.ts';
import { useNow } from '../../lib/now.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { ifUnmodifiedSince, useSave } from '../../lib/use-save.ts';
import { DraftRestoredBanner } from '../../ui/draft-restored-banner.tsx';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { TimezoneField } from '../../ui/timezone-field.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useTitle } from '../../ui/use-title.ts';

export default function LocationAddress() {
  const { id = '' } = useParams();
  useTitle('Address and time zone');
  const location = useApi('GET /locations/{guid}', { params: { guid: id } });
  if (location.error && !location.data)
    return <LocationProblem error={location.error} onRetry={() => void location.mutate()} />;
  if (!location.data) return <div className="skeleton" style={{ height: 320 }} aria-hidden="true" />;
  return <AddressForm location={location.data} reload={() => location.mutate()} />;
}

function AddressForm({
  location,
  reload,
}: {
  readonly location: LocationOut;
  readonly reload: () => Promise<unknown>;
}) {
  const navigate = useNavigate();
  const now = useNow();
  const back = `/locations/${location.guid}/settings`;
  const draft = useDraft(useProfile().guid, `address of ${location.guid}`, {
    address: location.address ?? '',
    timezone: location.timezone,
    ...coordinatesText(location.coordinates),
  });
  const { address, timezone } = draft.value;
  const coordinates = coordinatesOf(draft.value);
  const { busy, problem, submit, reset } = useSave(async () => {
    if (coordinates === undefined) return;
    await api('PATCH /locations/{guid}', {
      params: { guid: location.guid },
      body: { address: address.trim() === '' ? null : address, timezone, coordinates },
      headers: ifUnmodifiedSince(location),
    });
    draft.clear();
    await Promise.all([reload(), refresh('GET /views/locations')]);
    showToast('Saved');
    navigate(back, { replace: true });
  }, reload);
  const change = (part: Partial<typeof draft.value>): void => {
    draft.change({ ...draft.value, ...part });
    reset();
  };
  const isZone = isTimezone(timezone);
  return (
    <Form className="form narrow" dirty={draft.isDirty} onSubmit={() => void submit()}>
      <h1>Address and time zone</h1>
      <p className="muted">{location.name}</p>
      <DraftRestoredBanner draft={draft} />
      <TextInput
        label="Address"
        maxLength={512}
        value={address}
        onChange={(event) => change({ address: event.currentTarget.value })}
      />
      <CoordinatesField value={draft.value} onChange={change} />
      <ZoneSuggestion coordinates={coordinates} timezone={timezone} onTake={(found) => change({ timezone: found })} />
      <TimezoneField value={timezone} problem={problem} onChange={(next) => change({ timezone: next })} />
      <p className="small muted num">
        {isZone ? `Local time: ${formatDateTime(now, timezone)}. ` : ''}
        Do-not-disturb hours and the calendar use this time zone.
      </p>
      <FormProblem problem={problem} fields={['timezone']} />
      <div className="row">
        <Button type="submit" loading={busy} disabled={!draft.isDirty || !isZone || coordinates === undefined}>
          Save
        </Button>
        <Button variant="default" component={Link} to={back} onClick={draft.clear}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
