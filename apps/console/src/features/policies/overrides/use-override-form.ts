/** The override of a policy on one sentry being edited: its draft, whether it is a separate copy, and saving it. */
import type { EffectivePolicyOut, PolicyOut, SentryOut } from '@picket/contracts/types';
import { type NamedContent, patchBetween } from '@picket/domain/policy-drafts';
import { useMemo, useState } from 'react';
import { api } from '../../../lib/api.ts';
import { useText } from '../../../lib/texts.ts';
import { useSave } from '../../../lib/use-save.ts';
import { showToast } from '../../../ui/toasts.ts';
import { useProfile } from '../../session/index.ts';
import type { PolicyFormState } from '../editor/policy-form-state.ts';
import { type PolicyDraft, usePolicyDraft } from '../editor/use-policy-draft.ts';
import { contentBody, doNotDisturbBody, effectiveContentOf, namedContentOf } from '../policy-content.ts';
import { refreshPolicies } from '../refresh-policies.ts';
import { confirmedQuery } from '../warnings/confirmed-query.ts';

type OverridePatch = NonNullable<ReturnType<typeof patchBetween>>;

/** Returns the patch as a request body. */
const patchBody = ({ definition, doNotDisturb }: OverridePatch) => ({
  ignoreGlobalPolicyChanges: false as const,
  definition: {
    ...(definition.zone === undefined ? {} : { zone: definition.zone }),
    violations: definition.violations.map(({ conditions, ...violation }) => ({
      ...violation,
      ...(conditions === undefined ? {} : { conditions: [...conditions] }),
    })),
  },
  ...(doNotDisturb === undefined ? {} : { doNotDisturb: doNotDisturbBody(doNotDisturb) }),
});

/** Saves the draft as a copy or as a patch. */
function useOverrideSave(
  sentry: SentryOut,
  policy: PolicyOut,
  draft: PolicyDraft,
  patch: OverridePatch | null,
  onSaved: () => void,
) {
  const t = useText();
  return useSave(async (isConfirmed: boolean) => {
    const sent = draft.content;
    const saved = await api('PUT /sentries/{guid}/policies/{policyGuid}', {
      params: { guid: sentry.guid, policyGuid: policy.guid },
      query: confirmedQuery(isConfirmed),
      body: patch === null ? { ignoreGlobalPolicyChanges: true, ...contentBody(sent) } : patchBody(patch),
      headers: { 'if-unmodified-since': draft.last_update_ts },
    });
    await refreshPolicies();
    draft.wasSaved(sent, { content: effectiveContentOf(saved), last_update_ts: saved.last_update_ts });
    onSaved();
    showToast(t('policies.overrides.saved', { sentry: sentry.name }), t('policies.undoHint'));
  }, refreshPolicies);
}

export function useOverrideForm(sentry: SentryOut, policy: PolicyOut, effective: EffectivePolicyOut) {
  const { guid: person } = useProfile();
  const inForce = useMemo(() => effectiveContentOf(effective), [effective]);
  const global = useMemo(() => namedContentOf(policy), [policy]);
  const draft = usePolicyDraft(person, `policy ${policy.guid} on ${sentry.guid}`, {
    content: inForce,
    last_update_ts: effective.last_update_ts,
  });
  const isSavedAsCopy = effective.ignoreGlobalPolicyChanges;
  // null: as it is saved, also once somebody else saves it otherwise.
  const [chosen, choose] = useState<boolean | null>(null);
  const wantsCopy = chosen ?? isSavedAsCopy;
  const patch = patchBetween(global, draft.content);
  const isCopy = wantsCopy || patch === null;
  const saving = useOverrideSave(sentry, policy, draft, isCopy ? null : patch, () =>
    choose((now) => (now === chosen ? null : now)),
  );
  const discard = (): void => {
    draft.discard();
    choose(null);
  };
  const form: PolicyFormState = {
    policy: policy.guid,
    sentry: sentry.guid,
    content: draft.content,
    inForce,
    isDirty: draft.isDirty || wantsCopy !== isSavedAsCopy,
    restored: draft.restored,
    // What is being saved now is nobody else's.
    draft: saving.busy ? { ...draft, conflict: null } : draft,
    busy: saving.busy,
    problem: saving.problem,
    hasFailed: saving.problem !== null,
    change: (changed: NamedContent): void => {
      draft.change(changed);
      saving.reset();
    },
    discard,
    save: saving.submit,
  };
  return {
    form,
    inForce,
    global,
    isCopy,
    /** Its parts are no longer those of the policy, so that it cannot follow edits of the policy. */
    needsCopy: patch === null,
    setWantsCopy: choose,
    /** The override was removed. */
    removed: discard,
  };
}
