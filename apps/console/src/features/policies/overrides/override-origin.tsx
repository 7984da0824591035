/** Where the values of a policy on a sentry come from, and the way back to those of the policy. */
import { Button } from '@mantine/core';
import type { EffectivePolicyOut } from '@picket/contracts/types';
import { namedPolicyChanges } from '@picket/domain/policy-changes';
import type { NamedContent } from '@picket/domain/policy-drafts';
import { Link } from 'react-router';
import { ChangeList } from '../versions/change-list.tsx';
import { REASON_LABELS, REASON_TEXTS } from './override-text.ts';

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
  const { reason, dormant } = effective;
  const isOverride = reason !== 'GLOBAL';
  return (
    <section className="card pad stack-tight" aria-label="Where its values come from">
      <div className="row">
        <span className={isOverride ? 'tag caution' : 'tag'}>{REASON_LABELS[reason]}</span>
        <span>{REASON_TEXTS[reason]}</span>
        <span className="grow" />
        {policyPath !== null && (
          <Link className="small" to={policyPath}>
            Open policy
          </Link>
        )}
        {mayEdit && isOverride && (
          <Button size="xs" variant="default" onClick={onReset}>
            Reset to policy
          </Button>
        )}
      </div>
      {isOverride && <ChangeList changes={namedPolicyChanges(global, inForce)} />}
      {dormant.length > 0 && (
        <p className="small muted">No effect, since the policy no longer has these parts: {dormant.join(', ')}</p>
      )}
    </section>
  );
}
