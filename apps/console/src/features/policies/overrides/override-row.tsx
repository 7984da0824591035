/** One override: the device, what differs from the policy there, and its removal. */
import { Button } from '@mantine/core';
import type { OverrideOut, PolicyOut } from '@picket/contracts/types';
import { namedPolicyChanges } from '@picket/domain/policy-changes';
import { policyInForce } from '@picket/domain/policy-merge';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatAgo } from '../../../lib/format-relative-time.ts';
import { useNow } from '../../../lib/now.ts';
import { namedContentOf } from '../policy-content.ts';
import { ChangeList } from '../versions/change-list.tsx';
import { REASON_LABELS } from './override-text.ts';
import { ResetToPolicy } from './reset-to-policy.tsx';

export function OverrideRow({ override, policy }: { readonly override: OverrideOut; readonly policy: PolicyOut }) {
  const now = useNow();
  const [asking, setAsking] = useState(false);
  const global = namedContentOf(policy);
  const here = policyInForce(global, override.override);
  const changes = namedPolicyChanges(global, {
    ...global,
    definition: here.definition,
    doNotDisturb: here.doNotDisturb,
  });
  const path = `/locations/${override.location.guid}/settings/devices/${override.sentry.guid}/policies/${policy.guid}`;
  return (
    <li className="card pad stack-tight">
      <div className="row">
        <h3>
          <Link to={path}>{override.sentry.name}</Link>
        </h3>
        <span className="tag caution">{REASON_LABELS[here.reason]}</span>
        <span className="small muted">
          changed {formatAgo(override.last_update_ts, now)}
          {override.changedBy !== undefined && ` by ${override.changedBy}`}
        </span>
        <span className="grow" />
        <Button size="xs" variant="default" onClick={() => setAsking(true)}>
          Reset to policy<span className="visually-hidden">: {override.sentry.name}</span>
        </Button>
      </div>
      {changes.length === 0 ? (
        <p className="small muted">Its values equal those of the policy now, but would not follow later edits.</p>
      ) : (
        <ChangeList changes={changes} />
      )}
      {here.dormant.length > 0 && (
        <p className="small muted">No effect, since the policy no longer has these parts: {here.dormant.join(', ')}</p>
      )}
      {asking && (
        <ResetToPolicy
          sentry={override.sentry}
          policy={policy.guid}
          changes={namedPolicyChanges(
            { ...global, definition: here.definition, doNotDisturb: here.doNotDisturb },
            global,
          )}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  );
}
