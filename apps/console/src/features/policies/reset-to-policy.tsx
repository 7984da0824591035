/** Asks before a device gives up what it does differently, and says what that changes. */
import type { PolicyChangeOut } from '@picket/contracts';
import { api } from '../../lib/api.ts';
import { Confirmation } from '../../ui/confirmation.tsx';
import { toast } from '../../ui/toasts.ts';
import { ChangeList } from './change-list.tsx';
import { refreshPolicies } from './recent-policy-edits.tsx';

interface Props {
  readonly sentry: { readonly guid: string; readonly name: string };
  readonly policy: string;
  /** From what is in force on it to what would be. */
  readonly changes: readonly PolicyChangeOut[];
  readonly onDone?: () => void;
  readonly onClose: () => void;
}

export function ResetToPolicy({ sentry, policy, changes, onDone, onClose }: Props) {
  return (
    <Confirmation
      title={`Let ${sentry.name} follow the policy again?`}
      action="Follow the policy again"
      reload={refreshPolicies}
      onClose={onClose}
      onConfirm={async () => {
        await api('DELETE /sentries/{guid}/policies/{policyGuid}', {
          params: { guid: sentry.guid, policyGuid: policy },
        });
        onDone?.();
        await refreshPolicies();
        toast(`${sentry.name} follows the policy again`, 'It can be undone for 24 hours.');
        onClose();
      }}
    >
      {changes.length === 0 ? (
        <p>Nothing changes now; from then on every edit of the policy counts here too.</p>
      ) : (
        <>
          <p className="muted">This changes there:</p>
          <ChangeList changes={changes} />
        </>
      )}
    </Confirmation>
  );
}
