/** One override: the device, what differs from the policy there, and its removal. */
import { Button } from '@mantine/core';
import type { OverrideOut, PolicyOut } from '@picket/contracts/types';
import { namedPolicyChanges } from '@picket/domain/policy-changes';
import { policyInForce } from '@picket/domain/policy-merge';
import { useState } from 'react';
import { Link } from 'react-router';
import { useNow } from '../../../lib/now.ts';
import { useText } from '../../../lib/texts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { hidden } from '../../../ui/rich-tags.tsx';
import { namedContentOf } from '../policy-content.ts';
import { ChangeList } from '../versions/change-list.tsx';
import { dormantText } from './dormant-text.ts';
import { ResetToPolicy } from './reset-to-policy.tsx';

export function OverrideRow({ override, policy }: { readonly override: OverrideOut; readonly policy: PolicyOut }) {
  const t = useText();
  const formats = useFormats();
  const now = useNow();
  const [asking, setAsking] = useState(false);
  const global = namedContentOf(policy);
  const here = policyInForce(global, override.override);
  const changes = namedPolicyChanges(global, {
    ...global,
    definition: here.definition,
    doNotDisturb: here.doNotDisturb,
  });
  const ago = formats.ago(override.last_update_ts, now);
  const path = `/locations/${override.location.guid}/settings/devices/${override.sentry.guid}/policies/${policy.guid}`;
  return (
    <li className="card pad stack-tight">
      <div className="row">
        <h3>
          <Link to={path}>{override.sentry.name}</Link>
        </h3>
        <span className="tag caution">{t(`policies.origin.${here.reason}`)}</span>
        <span className="small muted">
          {override.changedBy === undefined
            ? t('policies.overrides.changed', { ago })
            : t('policies.overrides.changedBy', { ago, name: override.changedBy })}
        </span>
        <span className="grow" />
        <Button size="xs" variant="default" onClick={() => setAsking(true)}>
          {t.rich('policies.reset.buttonFor', { sentry: override.sentry.name, hidden })}
        </Button>
      </div>
      {changes.length === 0 ? (
        <p className="small muted">{t('policies.overrides.equal')}</p>
      ) : (
        <ChangeList changes={changes} />
      )}
      {here.dormant.length > 0 && <p className="small muted">{dormantText(t, here.dormant)}</p>}
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
