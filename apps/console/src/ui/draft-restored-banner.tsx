import { Button } from '@mantine/core';

/** Shown above a form whose draft was restored; offers to discard it. */
export function DraftRestoredBanner({
  draft,
}: {
  readonly draft: { readonly isRestored: boolean; readonly clear: () => void };
}) {
  if (!draft.isRestored) return null;
  return (
    <div className="form-notice small" role="status">
      <span>Your unsaved changes were restored.</span>
      <Button size="xs" variant="subtle" onClick={draft.clear}>
        Discard draft
      </Button>
    </div>
  );
}
