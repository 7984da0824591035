/** Renames a location. */
import { Button } from '@mantine/core';
import type { LocationOut } from '@picket/contracts/types';
import { Link, useNavigate } from 'react-router';
import { api, refresh } from '../../../lib/api.ts';
import { useText } from '../../../lib/texts.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import { ifUnmodifiedSince, useSave } from '../../../lib/use-save.ts';
import { DraftRestoredBanner } from '../../../ui/draft-restored-banner.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { isValidName, NameField } from '../../../ui/name-field.tsx';
import { showToast } from '../../../ui/toasts.ts';
import { useProfile } from '../../session/index.ts';
import { useOtherNames } from '../use-location-data.ts';

interface Props {
  readonly location: LocationOut;
  readonly reload: () => Promise<unknown>;
}

export function NameForm({ location, reload }: Props) {
  const t = useText();
  const navigate = useNavigate();
  const back = `/locations/${location.guid}/settings`;
  const others = useOtherNames(location.guid);
  const draft = useDraft(useProfile().guid, `name of ${location.guid}`, location.name);
  const { busy, problem, submit, reset } = useSave(async () => {
    await api('PATCH /locations/{guid}', {
      params: { guid: location.guid },
      body: { name: draft.value },
      headers: ifUnmodifiedSince(location),
    });
    draft.clear();
    await Promise.all([reload(), refresh('GET /views/locations'), refresh('GET /locations')]);
    showToast(t('common.saved'), t('locations.name.saved', { name: draft.value }));
    navigate(back, { replace: true });
  }, reload);
  return (
    <Form className="form narrow" dirty={draft.isDirty} onSubmit={() => void submit()}>
      <h1>{t('locations.name.title')}</h1>
      <DraftRestoredBanner draft={draft} />
      <NameField
        description={t('locations.name.text')}
        value={draft.value}
        takenNames={others}
        problem={problem}
        onChange={(name) => {
          draft.change(name);
          reset();
        }}
      />
      <FormProblem problem={problem} fields={['name']} />
      <div className="row">
        <Button type="submit" loading={busy} disabled={!draft.isDirty || !isValidName(draft.value, others)}>
          {t('locations.name.save')}
        </Button>
        <Button variant="default" component={Link} to={back} onClick={draft.clear}>
          {t('common.cancel')}
        </Button>
      </div>
    </Form>
  );
}
