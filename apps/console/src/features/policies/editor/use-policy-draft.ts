/**
 * A policy being edited: the draft with the version it began from, kept in the browser. When somebody else saves meanwhile,
 * both versions are kept, so nothing is lost and the changes can be shown.
 */
import { type NamedContent, type RebasedDraft, rebaseDraft } from '@picket/domain/policy-drafts';
import { isSame } from '@picket/domain/same-value';
import { draftKey, writeDraft } from '../../../lib/stored-drafts.ts';
import { type Draft, useDraft } from '../../../lib/use-draft.ts';

/** The version on the server, and when it was saved. */
export interface Saved {
  readonly content: NamedContent;
  readonly last_update_ts: string;
}

interface Kept {
  readonly content: NamedContent;
  /** What the draft is based on. */
  readonly from: Saved;
}

/** What the draft of a policy is stored by. */
export const policyForm = (policy: string): string => `policy ${policy}`;

export interface PolicyDraft {
  readonly content: NamedContent;
  readonly isDirty: boolean;
  readonly restored: Pick<Draft<Kept>, 'isRestored' | 'clear'>;
  readonly change: (content: NamedContent) => void;
  readonly discard: () => void;
  /** `content` was saved as `next`: what was typed meanwhile stays, based on that. */
  readonly wasSaved: (content: NamedContent, next: Saved) => void;
  /** Sent with a change, which is refused if the version on the server is another. */
  readonly last_update_ts: string;
  /** Somebody else saved meanwhile: their version, and the draft rebased onto it. */
  readonly conflict: { readonly base: NamedContent; readonly theirs: Saved; readonly rebased: RebasedDraft } | null;
  /** Continues from their version with `content`. */
  readonly continueWith: (content: NamedContent) => void;
}

/** Keeps what was typed while a policy was created, as a draft of it, which its form restores. */
export function keepPolicyDraft(person: string, policy: string, content: NamedContent, from: Saved): void {
  const kept: Kept = { content, from };
  writeDraft(draftKey(person, policyForm(policy)), kept);
}

export function usePolicyDraft(person: string, form: string, saved: Saved): PolicyDraft {
  const draft = useDraft<Kept>(person, form, { content: saved.content, from: saved });
  const { content, from } = draft.value;
  // A draft equal to the saved version is not dirty.
  const isDirty = !isSame(content, from.content) && !isSame(content, saved.content);
  const hasConflict = isDirty && from.last_update_ts !== saved.last_update_ts && !isSame(from.content, saved.content);
  return {
    // Without a draft it is the saved version.
    content: isDirty ? content : saved.content,
    isDirty,
    restored: { isRestored: draft.isRestored && isDirty, clear: draft.clear },
    change: (next) => draft.change({ content: next, from: isDirty ? from : saved }),
    discard: draft.clear,
    wasSaved: (sent, next) => {
      const typed = draft.latest()?.content ?? sent;
      if (isSame(typed, sent)) draft.clear();
      else draft.change({ content: typed, from: next });
    },
    last_update_ts: (isDirty && hasConflict ? from : saved).last_update_ts,
    conflict: hasConflict
      ? { base: from.content, theirs: saved, rebased: rebaseDraft(from.content, saved.content, content) }
      : null,
    continueWith: (next) => draft.change({ content: next, from: saved }),
  };
}
