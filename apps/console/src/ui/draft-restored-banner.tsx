import { Button } from '@mantine/core';
import { useText } from '../lib/texts.ts';

/** Shown above a form whose draft was restored; offers to discard it. */
export function DraftRestoredBanner({
  draft,
}: {
  readonly draft: { readonly isRestored: boolean; readonly clear: () => void };
}) {
  const t = useText();
  if (!draft.isRestored) return null;
  return (
    <div className="form-notice small" role="status">
      <span>{t('ui.draftRestored')}</span>
      <Button size="xs" variant="subtle" onClick={draft.clear}>
        {t('ui.discardDraft')}
      </Button>
    </div>
  );
}
