import { Button } from '@mantine/core';

/** Says that what stands in the form was typed earlier, and lets it go. */
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
