/** Where the values of a policy on a sentry come from, and the way back to those of the policy. */
import { Button } from '@mantine/core';
import type { EffectivePolicyOut } from '@picket/contracts/types';
import { namedPolicyChanges } from '@picket/domain/policy-changes';
import type { NamedContent } from '@picket/domain/policy-drafts';
import { Link } from 'react-router';
import { useText } from '../../../lib/texts.ts';
import { ChangeList } from '../versions/change-list.tsx';
import { dormantText } from './dormant-text.ts';

interface Props {
  readonly effective: EffectivePolicyOut;
  /** The content of the policy itself, and what holds on the sentry. */
  readonly global: NamedContent;
  readonly inForce: NamedContent;
  /** The path of the policy; null: the user may not open it. */
  readonly policyPath: string | null;
  readonly mayEdit: boolean;
  readonly onReset: () => void;
}

export function OverrideOrigin({ effective, global, inForce, policyPath, mayEdit, onReset }: Props) {
  const t = useText();
  const { reason, dormant } = effective;
  const isOverride = reason !== 'GLOBAL';
  return (
    <section className="card pad stack-tight" aria-label={t('policies.origin.title')}>
      <div className="row">
        <span className={isOverride ? 'tag caution' : 'tag'}>{t(`policies.origin.${reason}`)}</span>
        <span>{t(`policies.originText.${reason}`)}</span>
        <span className="grow" />
        {policyPath !== null && (
          <Link className="small" to={policyPath}>
            {t('policies.open')}
          </Link>
        )}
        {mayEdit && isOverride && (
          <Button size="xs" variant="default" onClick={onReset}>
            {t('policies.reset.button')}
          </Button>
        )}
      </div>
      {isOverride && <ChangeList changes={namedPolicyChanges(global, inForce)} />}
      {dormant.length > 0 && <p className="small muted">{dormantText(t, dormant)}</p>}
    </section>
  );
}
