import { Button } from '@mantine/core';

/** Says that what stands in the form was typed earlier, and lets it go. */
export function DraftRestoredBanner({
  draft,
}: {
  readonly draft: { readonly isRestored: boolean; readonly clear: () => void };
}) {
  if (!draft.isRestored) return null;
  return (
    <div className="restored small" role="status">
      <span>What you had typed before is still here.</span>
      <Button size="xs" variant="subtle" onClick={draft.clear}>
        Start over
      </Button>
    </div>
  );
}
