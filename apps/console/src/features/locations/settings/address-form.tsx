/** Edits the address, the coordinates and the time zone of a location. */
import { Button, TextInput } from '@mantine/core';
import type { LocationOut } from '@picket/contracts/types';
import { isTimezone } from '@picket/domain/time';
import { Link, useNavigate } from 'react-router';
import { api, refresh } from '../../../lib/api.ts';
import { useNow } from '../../../lib/now.ts';
import { useText } from '../../../lib/texts.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { ifUnmodifiedSince, useSave } from '../../../lib/use-save.ts';
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
  const { draft, back, coordinates, change, busy, problem, submit } = useAddress(location, reload);
  const { address, timezone } = draft.value;
  const isZone = isTimezone(timezone);
  return (
    <Form className="form narrow" dirty={draft.isDirty} onSubmit={() => void submit()}>
      <h1>{t('locations.address.title')}</h1>
      <p className="muted">{location.name}</p>
      <DraftRestoredBanner draft={draft} />
      <TextInput
        label={t('shell.page.address')}
        maxLength={512}
        value={address}
        onChange={(event) => change({ address: event.currentTarget.value })}
      />
      <CoordinatesField value={draft.value} onChange={change} />
      <ZoneSuggestion coordinates={coordinates} timezone={timezone} onTake={(found) => change({ timezone: found })} />
      <TimezoneField value={timezone} problem={problem} onChange={(next) => change({ timezone: next })} />
      <p className="small muted num">
        {isZone ? <LocalTime timezone={timezone} /> : t('locations.address.timezoneUse')}
      </p>
      <FormProblem problem={problem} fields={['timezone']} />
      <div className="row">
        <Button type="submit" loading={busy} disabled={!draft.isDirty || !isZone || coordinates === undefined}>
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
    showToast(t('common.saved'));
    navigate(back, { replace: true });
  }, reload);
  const change = (part: Partial<typeof draft.value>): void => {
    draft.change({ ...draft.value, ...part });
    reset();
  };
  return { draft, back, coordinates, change, busy, problem, submit };
}
