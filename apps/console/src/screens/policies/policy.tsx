/** /admin/policies/:id: the editor of a policy, with a backtest and the effects of the edit; `new` creates one. */
import { isAdmin } from '@picket/domain/permissions';
import { useParams } from 'react-router';
import { EditPolicy } from '../../features/policies/editor/edit-policy.tsx';
import { NewPolicy } from '../../features/policies/editor/new-policy.tsx';
import { usePolicyPage } from '../../features/policies/editor/use-policy-page.ts';
import { PolicyProblem } from '../../features/policies/policy-problem.tsx';
import { useProfile } from '../../features/session/use-session.ts';
import { problemText } from '../../lib/api.ts';
import { nameText } from '../../lib/kind-texts.ts';
import { useText } from '../../lib/texts.ts';
import '../../ui/lists.css';
import { Problem } from '../../ui/problem.tsx';
import { useTitle } from '../../ui/use-title.ts';

export default function PolicyPage() {
  const t = useText();
  const { id = '' } = useParams();
  const isNew = id === 'new';
  const { policy, error, retry, names, sentries } = usePolicyPage(isNew ? null : id);
  const { permissions } = useProfile();
  useTitle(isNew ? t('policies.add') : policy === undefined ? t('policies.page.title') : nameText(t, policy.name));
  if (error !== undefined) return <PolicyProblem error={error} title={t('policies.page.problem')} onRetry={retry} />;
  if (isNew && !isAdmin(permissions))
    return (
      <Problem
        isPage
        title={t('shell.denied.title')}
        text={t('policies.page.deniedText')}
        home="/admin/policies"
        homeLabel={t('policies.toList')}
      />
    );
  if (sentries.error !== undefined)
    return (
      <Problem
        isPage
        title={t('policies.page.sentriesProblem')}
        text={problemText(sentries.error)}
        onRetry={sentries.retry}
      />
    );
  const { sentryOptions } = sentries;
  if ((!isNew && policy === undefined) || names === undefined || sentryOptions === undefined)
    return <div className="skeleton" style={{ height: 640 }} aria-hidden="true" />;
  return policy === undefined ? (
    <NewPolicy names={names} sentryOptions={sentryOptions} />
  ) : (
    <EditPolicy key={policy.guid} policy={policy} names={names} sentryOptions={sentryOptions} />
  );
}
