/** Two people at once: the second one sees what the first one did, and loses nothing. */
import { Button } from '@mantine/core';
import { ChangeList } from './change-list.tsx';
import { changesOf } from './describe-changes.ts';
import type { PolicyDraft } from './use-policy-draft.ts';

export function Overtaken({ draft }: { readonly draft: PolicyDraft }) {
  const { overtaken } = draft;
  if (overtaken === null) return null;
  const { base, theirs, moved } = overtaken;
  return (
    <section className="card conflict stack" role="alert" aria-label="Somebody else changed this meanwhile">
      <h2>Somebody else changed this meanwhile</h2>
      <p>Your changes are kept, and nothing of them has been saved yet. What was saved while you were editing:</p>
      <ChangeList changes={changesOf(base, theirs.content)} />
      <p className="muted">Yours:</p>
      <ChangeList changes={changesOf(base, draft.content)} />
      {moved.conflicts.length > 0 && (
        <p>
          Both of you changed <strong>{moved.conflicts.join('; ')}</strong>. Going on, yours stands there.
        </p>
      )}
      <div className="row">
        <Button onClick={() => draft.goOn(moved.content)}>Put mine on top of theirs</Button>
        <Button variant="default" onClick={draft.discard}>
          Take theirs, drop mine
        </Button>
      </div>
    </section>
  );
}
