/** Confirms the removal of an override, and shows what changes. */
import type { PolicyChange } from '@picket/domain/policy-changes';
import { api } from '../../../lib/api.ts';
import { Confirmation } from '../../../ui/confirmation.tsx';
import { showToast } from '../../../ui/toasts.ts';
import { refreshPolicies } from '../refresh-policies.ts';
import { ChangeList } from '../versions/change-list.tsx';

interface Props {
  readonly sentry: { readonly guid: string; readonly name: string };
  readonly policy: string;
  /** From the values in force on it to those of the policy. */
  readonly changes: readonly PolicyChange[];
  readonly onDone?: () => void;
  readonly onClose: () => void;
}

export function ResetToPolicy({ sentry, policy, changes, onDone, onClose }: Props) {
  return (
    <Confirmation
      title={`Reset ${sentry.name} to the policy?`}
      action="Reset to policy"
      reload={refreshPolicies}
      onClose={onClose}
      onConfirm={async () => {
        await api('DELETE /sentries/{guid}/policies/{policyGuid}', {
          params: { guid: sentry.guid, policyGuid: policy },
        });
        onDone?.();
        await refreshPolicies();
        showToast(`${sentry.name} was reset to the policy`, 'It can be undone for 24 hours.');
        onClose();
      }}
    >
      {changes.length === 0 ? (
        <p>No value changes now. Later edits to the policy apply here too.</p>
      ) : (
        <>
          <p className="muted">Changes on this sentry:</p>
          <ChangeList changes={changes} />
        </>
      )}
    </Confirmation>
  );
}
