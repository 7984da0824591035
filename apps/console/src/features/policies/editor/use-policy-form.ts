/** A policy being edited for all sentries: its draft, what saving it would change, and saving it. */
import type { PolicyOut } from '@picket/contracts/types';
import type { NamedContent } from '@picket/domain/policy-drafts';
import { useMemo } from 'react';
import { api } from '../../../lib/api.ts';
import { useText } from '../../../lib/texts.ts';
import { useSave } from '../../../lib/use-save.ts';
import { showToast } from '../../../ui/toasts.ts';
import { useProfile } from '../../session/index.ts';
import { namedBody, namedContentOf } from '../policy-content.ts';
import { refreshPolicies } from '../refresh-policies.ts';
import { confirmedQuery } from '../warnings/confirmed-query.ts';
import type { PolicyFormState } from './policy-form-state.ts';
import { useEditPreview } from './use-edit-preview.ts';
import { policyForm, usePolicyDraft } from './use-policy-draft.ts';

export function usePolicyForm(policy: PolicyOut, mayEdit: boolean) {
  const t = useText();
  const { guid: person } = useProfile();
  const inForce = useMemo(() => namedContentOf(policy), [policy]);
  const draft = usePolicyDraft(person, policyForm(policy.guid), {
    content: inForce,
    last_update_ts: policy.last_update_ts,
  });
  const { preview, error: refused } = useEditPreview(policy.guid, draft.content, mayEdit);
  const nextVersion = policy.version + 1;
  const { busy, problem, submit, reset } = useSave(async (isConfirmed: boolean) => {
    const sent = draft.content;
    const saved = await api('PATCH /policies/{guid}', {
      params: { guid: policy.guid },
      query: confirmedQuery(isConfirmed),
      body: namedBody(sent),
      headers: { 'if-unmodified-since': draft.last_update_ts },
    });
    await refreshPolicies();
    draft.wasSaved(sent, { content: namedContentOf(saved), last_update_ts: saved.last_update_ts });
    showToast(t('policies.savedAs', { version: String(nextVersion) }), t('policies.undoHint'));
  }, refreshPolicies);
  const form: PolicyFormState = {
    policy: policy.guid,
    sentry: null,
    content: draft.content,
    inForce,
    isDirty: draft.isDirty,
    restored: draft.restored,
    // What is being saved now is nobody else's.
    draft: busy ? { ...draft, conflict: null } : draft,
    busy,
    problem: problem ?? (draft.isDirty ? (refused ?? null) : null),
    hasFailed: problem !== null,
    change: (content: NamedContent): void => {
      draft.change(content);
      reset();
    },
    discard: draft.discard,
    save: submit,
  };
  return { form, inForce, preview, nextVersion };
}
