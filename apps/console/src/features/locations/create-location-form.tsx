/** Adds a location: a name, a time zone, and where it is. */
import { Button, TextInput } from '@mantine/core';
import { isTimezone } from '@picket/domain/time';
import { useNavigate } from 'react-router';
import { api, refresh } from '../../lib/api.ts';
import { viewerTimezone } from '../../lib/formats.ts';
import { draftKey } from '../../lib/stored-drafts.ts';
import { useText } from '../../lib/texts.ts';
import { useApiForm } from '../../lib/use-api-form.ts';
import { DraftRestoredBanner } from '../../ui/draft-restored-banner.tsx';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { isValidName, NameField } from '../../ui/name-field.tsx';
import { TimezoneField } from '../../ui/timezone-field.tsx';
import { useProfile } from '../session/index.ts';
import { CoordinatesField, coordinatesOf } from './coordinates-field.tsx';
import { useOtherNames } from './use-location-data.ts';
import { ZoneSuggestion } from './zone-suggestion.tsx';

export function CreateLocationForm() {
  const t = useText();
  const navigate = useNavigate();
  const others = useOtherNames();
  const { form, field, values, isDirty, draft, busy, problem, submit } = useNewLocation();
  const { name, timezone } = values;
  const coordinates = coordinatesOf(values);
  const isComplete = isValidName(name, others) && isTimezone(timezone) && coordinates !== undefined;
  return (
    <Form className="form narrow" dirty={isDirty} onSubmit={submit}>
      <h1>{t('shell.page.addLocation')}</h1>
      <p className="muted">{t('locations.create.text')}</p>
      <DraftRestoredBanner draft={draft} />
      <NameField placeholder={t('locations.create.nameExample')} takenNames={others} {...field('name')} />
      <TimezoneField {...field('timezone')} />
      <TextInput
        label={t('shell.page.address')}
        description={t('locations.create.addressText')}
        maxLength={512}
        {...form.getInputProps('address')}
      />
      <CoordinatesField value={values} onChange={form.setValues} />
      <ZoneSuggestion coordinates={coordinates} timezone={timezone} onTake={field('timezone').onChange} />
      <FormProblem problem={problem} />
      <div className="row">
        <Button type="submit" loading={busy} disabled={!isComplete}>
          {t('shell.page.addLocation')}
        </Button>
        <Button
          variant="default"
          onClick={() => {
            draft.clear();
            navigate('/locations', { replace: true });
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
  return useApiForm('POST /locations', {
    saved: { name: '', timezone: viewerTimezone(), address: '', latitude: '', longitude: '' },
    draft: draftKey(useProfile().guid, 'new location'),
    toBody: ({ name, timezone, address, ...degrees }) => {
      const coordinates = coordinatesOf(degrees);
      return {
        name,
        timezone,
        ...(address === '' ? {} : { address }),
        ...(coordinates == null ? {} : { coordinates }),
      };
    },
    send: async (body) => {
      const made = await api('POST /locations', { body });
      await Promise.all([refresh('GET /views/locations'), refresh('GET /locations')]);
      // The next step: what watches it.
      navigate(`/locations/${made.guid}/setup`, { replace: true });
    },
  });
}
