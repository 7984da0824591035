/** Edits the address, the coordinates and the time zone of a location. */
import { Button, TextInput } from '@mantine/core';
import type { LocationOut } from '@picket/contracts/types';
import { isTimezone } from '@picket/domain/time';
import { Link, useNavigate } from 'react-router';
import { api, refresh } from '../../../lib/api.ts';
import { useNow } from '../../../lib/now.ts';
import { draftKey } from '../../../lib/stored-drafts.ts';
import { useText } from '../../../lib/texts.ts';
import { useApiForm } from '../../../lib/use-api-form.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { ifUnmodifiedSince } from '../../../lib/use-save.ts';
import { DraftRestoredBanner } from '../../../ui/draft-restored-banner.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { TimezoneField } from '../../../ui/timezone-field.tsx';
import { showToast } from '../../../ui/toasts.ts';
import { useProfile } from '../../session/index.ts';
import { CoordinatesField, coordinatesOf, coordinatesText } from '../coordinates-field.tsx';
import { ZoneSuggestion } from '../zone-suggestion.tsx';

interface Props {
  readonly location: LocationOut;
  readonly reload: () => Promise<unknown>;
}

export function AddressForm({ location, reload }: Props) {
  const t = useText();
  const { form, field, values, isDirty, draft, back, busy, problem, submit } = useAddress(location, reload);
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
      <FormProblem problem={problem} />
      <div className="row">
        <Button type="submit" loading={busy} disabled={!isDirty || !isZone || coordinates === undefined}>
          {t('common.save')}
        </Button>
        <Button variant="default" component={Link} to={back} onClick={draft.clear}>
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
    draft: draftKey(useProfile().guid, `address of ${location.guid}`),
    toBody: ({ address, timezone, ...degrees }) => {
      const coordinates = coordinatesOf(degrees);
      return coordinates === undefined
        ? null
        : { address: address.trim() === '' ? null : address, timezone, coordinates };
    },
    send: async (body) => {
      await api('PATCH /locations/{guid}', {
        params: { guid: location.guid },
        body,
        headers: ifUnmodifiedSince(location),
      });
      await Promise.all([reload(), refresh('GET /views/locations')]);
      showToast(t('common.saved'));
      navigate(back, { replace: true });
    },
    reload,
  });
  return { ...form, back };
}
