/** Renames a location. */
import { Button } from '@mantine/core';
import type { LocationOut } from '@picket/contracts/types';
import { Link, useNavigate } from 'react-router';
import { api, forgetCached, refresh } from '../../../lib/api.ts';
import { draftKey } from '../../../lib/stored-drafts.ts';
import { useText } from '../../../lib/texts.ts';
import { useApiForm } from '../../../lib/use-api-form.ts';
import { DraftRestoredBanner } from '../../../ui/draft-restored-banner.tsx';
import { EditConflict } from '../../../ui/edit-conflict.tsx';
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
  const { field, values, isDirty, draft, busy, problem, conflict, submit } = useApiForm('PATCH /locations/{guid}', {
    saved: { name: location.name },
    version: location.last_update_ts,
    draft: draftKey(useProfile().guid, `name of ${location.guid}`),
    toBody: (typed) => typed,
    send: async (body, { name }, headers) => {
      await api('PATCH /locations/{guid}', {
        params: { guid: location.guid },
        body,
        headers,
      });
      await Promise.all([
        reload(),
        forgetCached('GET /views/locations/{guid}'),
        refresh('GET /views/locations'),
        refresh('GET /locations'),
      ]);
      showToast(t('common.saved'), t('locations.name.saved', { name }));
      navigate(back, { replace: true });
    },
    reload,
  });
  return (
    <Form className="form narrow" dirty={isDirty} onSubmit={submit}>
      <h1>{t('locations.name.title')}</h1>
      <DraftRestoredBanner draft={draft} />
      <NameField description={t('locations.name.text')} takenNames={others} {...field('name')} />
      <EditConflict conflict={conflict} words={{ name: { label: t('common.name'), show: ({ name }) => name } }} />
      <FormProblem problem={problem} />
      <div className="row">
        <Button type="submit" loading={busy} disabled={!isDirty || !isValidName(values.name, others)}>
          {t('locations.name.save')}
        </Button>
        <Button variant="default" component={Link} to={back} replace onClick={draft.clear}>
          {t('common.cancel')}
        </Button>
      </div>
    </Form>
  );
}
