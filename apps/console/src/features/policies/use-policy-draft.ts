/**
 * A policy being edited: the draft with the version it began from, kept in the browser. When somebody else saves meanwhile,
 * both are still here, so nothing is lost and what they did can be shown.
 */
import { isSame, type NamedContent, type RebasedDraft, rebaseDraft } from '@picket/domain';
import { type Draft, useDraft } from '../../lib/use-draft.ts';

/** What stands on the server, and when it was saved. */
export interface Saved {
  readonly content: NamedContent;
  readonly last_update_ts: string;
}

interface Kept {
  readonly content: NamedContent;
  /** What it was begun from. */
  readonly from: Saved;
}

export interface PolicyDraft {
  readonly content: NamedContent;
  readonly isDirty: boolean;
  readonly restored: Pick<Draft<Kept>, 'isRestored' | 'clear'>;
  readonly change: (content: NamedContent) => void;
  readonly discard: () => void;
  /** What a change is sent with: it is refused if this is not what stands there. */
  readonly last_update_ts: string;
  /** Somebody else saved since this was begun: what they made of it, and what mine on top of theirs would be. */
  readonly conflict: { readonly base: NamedContent; readonly theirs: Saved; readonly rebased: RebasedDraft } | null;
  /** Goes on from theirs with `content`. */
  readonly continueWith: (content: NamedContent) => void;
}

export function usePolicyDraft(person: string, form: string, saved: Saved): PolicyDraft {
  const draft = useDraft<Kept>(person, form, { content: saved.content, from: saved });
  const { content, from } = draft.value;
  // What says what is saved is nothing to save, however it came to that.
  const isDirty = !isSame(content, from.content) && !isSame(content, saved.content);
  const hasConflict = isDirty && from.last_update_ts !== saved.last_update_ts && !isSame(from.content, saved.content);
  return {
    // Untouched it is what stands there now.
    content: isDirty ? content : saved.content,
    isDirty,
    restored: { isRestored: draft.isRestored && isDirty, clear: draft.clear },
    change: (next) => draft.change({ content: next, from: isDirty ? from : saved }),
    discard: draft.clear,
    last_update_ts: (isDirty && hasConflict ? from : saved).last_update_ts,
    conflict: hasConflict
      ? { base: from.content, theirs: saved, rebased: rebaseDraft(from.content, saved.content, content) }
      : null,
    continueWith: (next) => draft.change({ content: next, from: saved }),
  };
}
