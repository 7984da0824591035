/** Shown when somebody else saved the policy meanwhile: both changes, and how to continue. */
import { Button } from '@mantine/core';
import { namedPolicyChanges } from '@picket/domain/policy-changes';
import { ChangeList } from '../versions/change-list.tsx';
import type { PolicyDraft } from './use-policy-draft.ts';

export function EditConflictBanner({ draft }: { readonly draft: PolicyDraft }) {
  const { conflict } = draft;
  if (conflict === null) return null;
  const { base, theirs, rebased } = conflict;
  return (
    <section className="card conflict stack" role="alert" aria-label="Someone else edited this policy">
      <h2>Someone else edited this policy</h2>
      <p>Your changes are kept, but not saved yet. Saved while you were editing:</p>
      <ChangeList changes={namedPolicyChanges(base, theirs.content)} />
      <p className="muted">Your changes:</p>
      <ChangeList changes={namedPolicyChanges(base, draft.content)} />
      {rebased.conflicts.length > 0 && (
        <p>
          Both of you changed <strong>{rebased.conflicts.join('; ')}</strong>. Going on, yours stands there.
        </p>
      )}
      <div className="row">
        <Button onClick={() => draft.continueWith(rebased.content)}>Merge my changes</Button>
        <Button variant="default" onClick={draft.discard}>
          Discard my changes
        </Button>
      </div>
    </section>
  );
}
