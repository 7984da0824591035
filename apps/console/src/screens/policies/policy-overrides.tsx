/** /admin/policies/:id/overrides: the overrides of a policy by location and device. */
import { useParams } from 'react-router';
import { OverriddenPolicy } from '../../features/policies/overrides/overridden-policy.tsx';
import { usePolicyOverrides } from '../../features/policies/overrides/use-policy-overrides.ts';
import { PolicyProblem } from '../../features/policies/policy-problem.tsx';
import { nameText } from '../../lib/kind-texts.ts';
import { useText } from '../../lib/texts.ts';
import { useTitle } from '../../ui/use-title.ts';

export default function PolicyOverrides() {
  const t = useText();
  const { id = '' } = useParams();
  const { policy, card, overrides, error, retry } = usePolicyOverrides(id);
  useTitle(
    policy === undefined
      ? t('policies.column.overrides')
      : t('policies.overrides.pageTitle', { policy: nameText(t, policy.name) }),
  );
  if (error !== undefined)
    return <PolicyProblem error={error} title={t('policies.overrides.problem')} onRetry={retry} />;
  if (policy === undefined || card === undefined || overrides.groups === undefined)
    return <div className="skeleton" style={{ height: 420 }} aria-hidden="true" />;
  return <OverriddenPolicy policy={policy} card={card} overrides={overrides} />;
}
