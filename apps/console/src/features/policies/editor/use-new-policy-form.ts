/** A new policy being written: its draft, where it would be in force, and creating it. */
import type { NamedContent } from '@picket/domain/policy-drafts';
import { isSame } from '@picket/domain/same-value';
import { useNavigate } from 'react-router';
import { api } from '../../../lib/api.ts';
import { useText } from '../../../lib/texts.ts';
import type { Draft } from '../../../lib/use-draft.ts';
import { useSubmit } from '../../../lib/use-submit.ts';
import { showToast } from '../../../ui/toasts.ts';
import { useProfile } from '../../session/index.ts';
import { namedBody, namedContentOf } from '../policy-content.ts';
import { refreshPolicies } from '../refresh-policies.ts';
import { confirmedQuery } from '../warnings/confirmed-query.ts';
import type { PolicyFormState } from './policy-form-state.ts';
import { useEditPreview } from './use-edit-preview.ts';
import { keepPolicyDraft } from './use-policy-draft.ts';

export function useNewPolicyForm(draft: Draft<NamedContent | null>, content: NamedContent) {
  const t = useText();
  const navigate = useNavigate();
  const { guid: person } = useProfile();
  const { preview, error: refused } = useEditPreview(null, content, true);
  const { busy, problem, submit, reset } = useSubmit(async (isConfirmed: boolean) => {
    const made = await api('POST /policies', { query: confirmedQuery(isConfirmed), body: namedBody(content) });
    await refreshPolicies();
    // At once, so that nothing is typed in between: the form is there until the draft is cleared.
    const typed = draft.latest();
    if (typed !== null && !isSame(typed, content))
      keepPolicyDraft(person, made.guid, typed, { content: namedContentOf(made), last_update_ts: made.last_update_ts });
    draft.clear();
    navigate(`/admin/policies/${made.guid}`, { replace: true });
    showToast(t('policies.created'), made.name);
  });
  const form: PolicyFormState = {
    policy: null,
    sentry: null,
    content,
    inForce: null,
    isDirty: true,
    restored: draft,
    draft: null,
    busy,
    // While it is being created, its own name is taken.
    problem: problem ?? (busy ? null : (refused ?? null)),
    hasFailed: problem !== null,
    change: (changed) => {
      draft.change(changed);
      reset();
    },
    discard: () => {
      draft.clear();
      navigate('/admin/policies', { replace: true });
    },
    save: submit,
  };
  return { form, preview };
}
