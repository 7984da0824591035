/** Edits the address, the coordinates and the time zone of a location. */
import { Button, TextInput } from '@mantine/core';
import type { LocationOut } from '@picket/contracts/types';
import { isTimezone } from '@picket/domain/time';
import { Link, useNavigate } from 'react-router';
import { api, forgetCached, refresh } from '../../../lib/api.ts';
import { useNow } from '../../../lib/now.ts';
import { draftKey } from '../../../lib/stored-drafts.ts';
import { type Translator, useText } from '../../../lib/texts.ts';
import { useApiForm } from '../../../lib/use-api-form.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { DraftRestoredBanner } from '../../../ui/draft-restored-banner.tsx';
import { EditConflict } from '../../../ui/edit-conflict.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { TimezoneField } from '../../../ui/timezone-field.tsx';
import { showToast } from '../../../ui/toasts.ts';
import { useProfile } from '../../session/index.ts';
import { CoordinatesField, type CoordinatesText, coordinatesOf, coordinatesText } from '../coordinates-field.tsx';
import { ZoneSuggestion } from '../zone-suggestion.tsx';

interface Props {
  readonly location: LocationOut;
  readonly reload: () => Promise<unknown>;
}

export function AddressForm({ location, reload }: Props) {
  const t = useText();
  const { form, field, values, isDirty, draft, back, busy, problem, conflict, submit } = useAddress(location, reload);
  const { timezone } = values;
  const coordinates = coordinatesOf(values);
  const isZone = isTimezone(timezone);
  return (
    <Form className="form narrow" dirty={isDirty} onSubmit={submit}>
      <h1>{t('locations.address.title')}</h1>
      <p className="muted">{location.name}</p>
      <DraftRestoredBanner draft={draft} />
      <TextInput label={t('shell.page.address')} maxLength={512} {...form.getInputProps('address')} />
      <CoordinatesField value={values} onChange={form.setValues} />
      <ZoneSuggestion coordinates={coordinates} timezone={timezone} onTake={field('timezone').onChange} />
      <TimezoneField {...field('timezone')} />
      <p className="small muted num">
        {isZone ? <LocalTime timezone={timezone} /> : t('locations.address.timezoneUse')}
      </p>
      <EditConflict conflict={conflict} words={addressWords(t)} />
      <FormProblem problem={problem} />
      <div className="row">
        <Button type="submit" loading={busy} disabled={!isDirty || !isZone || coordinates === undefined}>
          {t('common.save')}
        </Button>
        <Button variant="default" component={Link} to={back} replace onClick={draft.clear}>
          {t('common.cancel')}
        </Button>
      </div>
    </Form>
  );
}

function LocalTime({ timezone }: { readonly timezone: string }) {
  const t = useText();
  const formats = useFormats(timezone);
  return t('locations.address.localTime', { time: formats.dateTimeWithSeconds(useNow()) });
}

function useAddress(location: LocationOut, reload: Props['reload']) {
  const t = useText();
  const navigate = useNavigate();
  const back = `/locations/${location.guid}/settings`;
  const form = useApiForm('PATCH /locations/{guid}', {
    saved: {
      address: location.address ?? '',
      timezone: location.timezone,
      ...coordinatesText(location.coordinates),
    },
    version: location.last_update_ts,
    draft: draftKey(useProfile().guid, `address of ${location.guid}`),
    toBody: ({ address, timezone, ...degrees }) => {
      const coordinates = coordinatesOf(degrees);
      return coordinates === undefined
        ? null
        : { address: address.trim() === '' ? null : address, timezone, coordinates };
    },
    send: async (body, _, headers) => {
      await api('PATCH /locations/{guid}', {
        params: { guid: location.guid },
        body,
        headers,
      });
      await Promise.all([reload(), forgetCached('GET /views/locations/{guid}'), refresh('GET /views/locations')]);
      showToast(t('common.saved'));
      navigate(back, { replace: true });
    },
    reload,
  });
  return { ...form, back };
}

type Values = CoordinatesText & { readonly address: string; readonly timezone: string };

const addressWords = (t: Translator) => ({
  address: { label: t('shell.page.address'), show: ({ address }: Values) => address },
  timezone: { label: t('common.timezone'), show: ({ timezone }: Values) => timezone },
  latitude: { label: t('locations.coordinates.latitude'), show: ({ latitude }: Values) => latitude },
  longitude: { label: t('locations.coordinates.longitude'), show: ({ longitude }: Values) => longitude },
});
