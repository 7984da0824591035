import { Button } from '@mantine/core';
import { useText } from '../lib/texts.ts';
import type { Pages } from '../lib/use-pages.ts';

/** Loads the next page of a list, if there is one. */
export function ShowMore({ pages, label }: { readonly pages: Pages<unknown>; readonly label?: string }) {
  const t = useText();
  if (!pages.hasMore) return null;
  return (
    <div>
      <Button variant="default" loading={pages.busy} onClick={pages.loadMore}>
        {label ?? t('ui.showMore')}
      </Button>
    </div>
  );
}
