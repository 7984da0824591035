/** The override of a policy on a sentry: where its values come from, its form, its simulation and its edits. */
import type { EffectivePolicyOut, LocationOut, PolicyOut, SentryOut } from '@picket/contracts/types';
import { isAdmin, isLocationAdmin } from '@picket/domain/permissions';
import { namedPolicyChanges } from '@picket/domain/policy-changes';
import { useState } from 'react';
import { nameText } from '../../../lib/kind-texts.ts';
import { useText } from '../../../lib/texts.ts';
import { useProfile } from '../../session/index.ts';
import { PolicyForm } from '../editor/policy-form.tsx';
import { PolicySimulator } from '../simulation/policy-simulator.tsx';
import { RecentPolicyEdits } from '../versions/recent-policy-edits.tsx';
import { OverrideOrigin } from './override-origin.tsx';
import { OverrideScope } from './override-scope.tsx';
import { ResetToPolicy } from './reset-to-policy.tsx';
import { useOverrideForm } from './use-override-form.ts';

interface Props {
  readonly location: LocationOut;
  readonly sentry: SentryOut;
  readonly policy: PolicyOut;
  readonly effective: EffectivePolicyOut;
}

export function EditOverride({ location, sentry, policy, effective }: Props) {
  const t = useText();
  const { permissions, preferences } = useProfile();
  const mayEdit = isLocationAdmin(permissions, location.guid);
  const [asking, setAsking] = useState(false);
  const sentryOption = { location, sentry };
  const override = useOverrideForm(sentry, policy, effective);
  const { form, inForce, global } = override;
  return (
    <>
      <OverrideOrigin
        effective={effective}
        global={global}
        inForce={inForce}
        policyPath={isAdmin(permissions) ? `/admin/policies/${policy.guid}` : null}
        mayEdit={mayEdit}
        onReset={() => setAsking(true)}
      />
      <PolicyForm
        label={t('policies.overrides.onSentry', { policy: nameText(t, policy.name), sentry: sentry.name })}
        form={form}
        mayEdit={mayEdit}
        takenNames={null}
        sentryOptions={[sentryOption]}
        sentryOption={sentryOption}
        onSelectSentry={() => {}}
        inForceName={t('policies.overrides.inForceHere')}
        action={t('policies.overrides.save', { sentry: sentry.name })}
      >
        {mayEdit && <OverrideScope sentryName={sentry.name} override={override} />}
      </PolicyForm>
      <PolicySimulator
        sentryOptions={[sentryOption]}
        sentryOption={sentryOption}
        draft={{ policy: policy.guid, content: inForce }}
        isAdmin={isAdmin(permissions)}
        useCelsius={preferences.useCelsius}
      />
      <RecentPolicyEdits policy={policy.guid} sentry={sentry.guid} mayUndo={mayEdit} />
      {asking && (
        <ResetToPolicy
          sentry={sentry}
          policy={policy.guid}
          changes={namedPolicyChanges(inForce, global)}
          onDone={override.removed}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
