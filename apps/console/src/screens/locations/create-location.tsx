/** /location/create: a name, a time zone, and where it is. */
import { Button, TextInput } from '@mantine/core';
import { isTimezone } from '@picket/domain/time';
import { useNavigate } from 'react-router';
import { CoordinatesField, coordinatesOf } from '../../features/locations/coordinates-field.tsx';
import '../../features/locations/location-frame.css';
import { ZoneSuggestion } from '../../features/locations/zone-suggestion.tsx';
import { useProfile } from '../../features/session/use-session.ts';
import { api, refresh, useApi } from '../../lib/api.ts';
import { viewerTimezone } from '../../lib/format-time.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { DraftRestoredBanner } from '../../ui/draft-restored-banner.tsx';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { isValidName, NameField } from '../../ui/name-field.tsx';
import { TimezoneField } from '../../ui/timezone-field.tsx';
import { useTitle } from '../../ui/use-title.ts';

export default function CreateLocation() {
  useTitle('Add location');
  const navigate = useNavigate();
  const known = useApi('GET /locations', { query: { limit: 500 } });
  const others = (known.data?.items ?? []).map((location) => location.name);
  const draft = useDraft(useProfile().guid, 'new location', {
    name: '',
    timezone: viewerTimezone(),
    address: '',
    latitude: '',
    longitude: '',
  });
  const { name, timezone, address } = draft.value;
  const coordinates = coordinatesOf(draft.value);
  const { busy, problem, submit, reset } = useSubmit(async () => {
    const made = await api('POST /locations', {
      body: { name, timezone, ...(address === '' ? {} : { address }), ...(coordinates == null ? {} : { coordinates }) },
    });
    draft.clear();
    await Promise.all([refresh('GET /views/locations'), refresh('GET /locations')]);
    // The next step: what watches it.
    navigate(`/locations/${made.guid}/setup`, { replace: true });
  });
  const change = (part: Partial<typeof draft.value>): void => {
    draft.change({ ...draft.value, ...part });
    reset();
  };

  return (
    <Form className="form narrow" dirty={draft.isDirty} onSubmit={() => void submit()}>
      <h1>Add location</h1>
      <p className="muted">A room or a building. Its sentries report in its own local time.</p>
      <DraftRestoredBanner draft={draft} />
      <NameField
        placeholder="Zurich, server room 2"
        value={name}
        takenNames={others}
        problem={problem}
        onChange={(next) => change({ name: next })}
      />
      <TimezoneField value={timezone} problem={problem} onChange={(next) => change({ timezone: next })} />
      <TextInput
        label="Address"
        description="Optional; shown on the location’s page."
        maxLength={512}
        value={address}
        onChange={(event) => change({ address: event.currentTarget.value })}
      />
      <CoordinatesField value={draft.value} onChange={change} />
      <ZoneSuggestion coordinates={coordinates} timezone={timezone} onTake={(found) => change({ timezone: found })} />
      <FormProblem problem={problem} fields={['name', 'timezone']} />
      <div className="row">
        <Button
          type="submit"
          loading={busy}
          disabled={!isValidName(name, others) || !isTimezone(timezone) || coordinates === undefined}
        >
          Add location
        </Button>
        <Button
          variant="default"
          onClick={() => {
            draft.clear();
            navigate('/locations');
          }}
        >
          Cancel
        </Button>
      </div>
    </Form>
  );
}
