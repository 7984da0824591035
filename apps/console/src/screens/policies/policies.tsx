/** /admin/policies: all policies with what they watch, scope, alerts and share of false alarms. */
import { PolicyList } from '../../features/policies/list/policy-list.tsx';
import { usePolicyList } from '../../features/policies/list/use-policy-list.ts';
import { problemText } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { Problem } from '../../ui/problem.tsx';
import { useTitle } from '../../ui/use-title.ts';

export default function Policies() {
  const t = useText();
  useTitle(t('policies.list.title'));
  const { policies, sentryOptions, error, retry } = usePolicyList();
  if (error !== undefined)
    return <Problem isPage title={t('policies.list.problem')} text={problemText(error)} onRetry={retry} />;
  if (policies === undefined || sentryOptions === undefined)
    return <div className="skeleton" style={{ height: 520 }} aria-hidden="true" />;
  return <PolicyList policies={policies} sentryOptions={sentryOptions} />;
}
