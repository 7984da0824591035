/** /locations/:id/settings/name */
import { Button } from '@mantine/core';
import type { LocationOut } from '@picket/contracts/types';
import { Link, useNavigate, useParams } from 'react-router';
import { LocationProblem } from '../../features/locations/location-frame.tsx';
import { useProfile } from '../../features/session/use-session.ts';
import { api, refresh, useApi } from '../../lib/api.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { ifUnmodifiedSince, useSave } from '../../lib/use-save.ts';
import { DraftRestoredBanner } from '../../ui/draft-restored-banner.tsx';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { isValidName, NameField } from '../../ui/name-field.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useTitle } from '../../ui/use-title.ts';

export default function LocationName() {
  const { id = '' } = useParams();
  useTitle('Name of the location');
  const location = useApi('GET /locations/{guid}', { params: { guid: id } });
  if (location.error && !location.data)
    return <LocationProblem error={location.error} onRetry={() => void location.mutate()} />;
  if (!location.data) return <div className="skeleton" style={{ height: 240 }} aria-hidden="true" />;
  return <NameForm location={location.data} reload={() => location.mutate()} />;
}

function NameForm({ location, reload }: { readonly location: LocationOut; readonly reload: () => Promise<unknown> }) {
  const navigate = useNavigate();
  const back = `/locations/${location.guid}/settings`;
  const known = useApi('GET /locations', { query: { limit: 500 } });
  const others = (known.data?.items ?? []).filter(({ guid }) => guid !== location.guid).map(({ name }) => name);
  const draft = useDraft(useProfile().guid, `name of ${location.guid}`, location.name);
  const { busy, problem, submit, reset } = useSave(async () => {
    await api('PATCH /locations/{guid}', {
      params: { guid: location.guid },
      body: { name: draft.value },
      headers: ifUnmodifiedSince(location),
    });
    draft.clear();
    await Promise.all([reload(), refresh('GET /views/locations'), refresh('GET /locations')]);
    showToast('Saved', `The location is now named ${draft.value}.`);
    navigate(back, { replace: true });
  }, reload);
  return (
    <Form className="form narrow" dirty={draft.isDirty} onSubmit={() => void submit()}>
      <h1>Name of the location</h1>
      <DraftRestoredBanner draft={draft} />
      <NameField
        description="Shown on every page and in every message."
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
          Save name
        </Button>
        <Button variant="default" component={Link} to={back} onClick={draft.clear}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
