/** Confirms the removal of an override, and shows what changes. */
import type { PolicyChange } from '@picket/domain/policy-changes';
import { api } from '../../../lib/api.ts';
import { useText } from '../../../lib/texts.ts';
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
  const t = useText();
  return (
    <Confirmation
      title={t('policies.reset.title', { sentry: sentry.name })}
      action={t('policies.reset.button')}
      reload={refreshPolicies}
      onClose={onClose}
      onConfirm={async () => {
        await api('DELETE /sentries/{guid}/policies/{policyGuid}', {
          params: { guid: sentry.guid, policyGuid: policy },
        });
        onDone?.();
        await refreshPolicies();
        showToast(t('policies.reset.done', { sentry: sentry.name }), t('policies.undoHint'));
        onClose();
      }}
    >
      {changes.length === 0 ? (
        <p>{t('policies.reset.unchanged')}</p>
      ) : (
        <>
          <p className="muted">{t('policies.reset.changes')}</p>
          <ChangeList changes={changes} />
        </>
      )}
    </Confirmation>
  );
}
