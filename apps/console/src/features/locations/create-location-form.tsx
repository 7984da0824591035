/** Adds a location: a name, a time zone, and where it is. */
import { Button, TextInput } from '@mantine/core';
import { isTimezone } from '@picket/domain/time';
import { useNavigate } from 'react-router';
import { api, refresh } from '../../lib/api.ts';
import { viewerTimezone } from '../../lib/formats.ts';
import { useText } from '../../lib/texts.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { DraftRestoredBanner } from '../../ui/draft-restored-banner.tsx';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { isValidName, NameField } from '../../ui/name-field.tsx';
import { TimezoneField } from '../../ui/timezone-field.tsx';
import { useProfile } from '../session/index.ts';
import { CoordinatesField, coordinatesOf } from './coordinates-field.tsx';
import './location-frame.css';
import { useOtherNames } from './use-location-data.ts';
import { ZoneSuggestion } from './zone-suggestion.tsx';

export function CreateLocationForm() {
  const t = useText();
  const navigate = useNavigate();
  const others = useOtherNames();
  const { draft, coordinates, change, busy, problem, submit } = useNewLocation();
  const { name, timezone, address } = draft.value;
  const isComplete = isValidName(name, others) && isTimezone(timezone) && coordinates !== undefined;
  return (
    <Form className="form narrow" dirty={draft.isDirty} onSubmit={() => void submit()}>
      <h1>{t('shell.page.addLocation')}</h1>
      <p className="muted">{t('locations.create.text')}</p>
      <DraftRestoredBanner draft={draft} />
      <NameField
        placeholder={t('locations.create.nameExample')}
        value={name}
        takenNames={others}
        problem={problem}
        onChange={(next) => change({ name: next })}
      />
      <TimezoneField value={timezone} problem={problem} onChange={(next) => change({ timezone: next })} />
      <TextInput
        label={t('shell.page.address')}
        description={t('locations.create.addressText')}
        maxLength={512}
        value={address}
        onChange={(event) => change({ address: event.currentTarget.value })}
      />
      <CoordinatesField value={draft.value} onChange={change} />
      <ZoneSuggestion coordinates={coordinates} timezone={timezone} onTake={(found) => change({ timezone: found })} />
      <FormProblem problem={problem} fields={['name', 'timezone']} />
      <div className="row">
        <Button type="submit" loading={busy} disabled={!isComplete}>
          {t('shell.page.addLocation')}
        </Button>
        <Button
          variant="default"
          onClick={() => {
            draft.clear();
            navigate('/locations');
          }}
        >
          {t('common.cancel')}
        </Button>
      </div>
    </Form>
  );
}

function useNewLocation() {
  const navigate = useNavigate();
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
  return { draft, coordinates, change, busy, problem, submit };
}
