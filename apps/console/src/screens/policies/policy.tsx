/** /admin/policies/:id: the editor of a policy, with a backtest and the effects of the edit; `new` creates one. */
import { isAdmin } from '@picket/domain/permissions';
import { useParams } from 'react-router';
import { EditPolicy } from '../../features/policies/editor/edit-policy.tsx';
import { NewPolicy } from '../../features/policies/editor/new-policy.tsx';
import '../../features/policies/policies.css';
import { useSentryOptions } from '../../features/policies/use-sentry-options.ts';
import { useProfile } from '../../features/session/use-session.ts';
import { problemText, useApi } from '../../lib/api.ts';
import '../../ui/lists.css';
import { LoadProblem } from '../../ui/load-problem.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useTitle } from '../../ui/use-title.ts';

export default function PolicyPage() {
  const { id = '' } = useParams();
  const isNew = id === 'new';
  const { data, error, mutate } = useApi('GET /policies/{guid}', isNew ? null : { params: { guid: id } });
  const all = useApi('GET /policies', { query: { limit: 500 } });
  const { sentryOptions, error: unknown, retry } = useSentryOptions();
  const { permissions } = useProfile();
  useTitle(isNew ? 'Add policy' : (data?.name ?? 'Policy'));
  if (!isNew && error && !data)
    return (
      <LoadProblem
        error={error}
        title="The policy could not be loaded"
        absent={{
          title: 'Policy not found',
          text: 'It was deleted or never existed.',
          home: '/admin/policies',
          homeLabel: 'To all policies',
        }}
        onRetry={() => void mutate()}
      />
    );
  if (isNew && !isAdmin(permissions))
    return (
      <Problem
        isPage
        title="Access denied"
        text="Only administrators of the whole organization can add policies."
        home="/admin/policies"
        homeLabel="To all policies"
      />
    );
  if (unknown !== undefined)
    return <Problem isPage title="The sentries could not be loaded" text={problemText(unknown)} onRetry={retry} />;
  if ((!isNew && !data) || (!all.data && !all.error) || sentryOptions === undefined)
    return <div className="skeleton" style={{ height: 640 }} aria-hidden="true" />;
  const names = (all.data?.items ?? []).filter(({ guid }) => guid !== id).map(({ name }) => name);
  return isNew ? (
    <NewPolicy names={names} sentryOptions={sentryOptions} />
  ) : data === undefined ? null : (
    <EditPolicy key={data.guid} policy={data} names={names} sentryOptions={sentryOptions} />
  );
}
