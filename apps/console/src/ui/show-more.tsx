import { Button } from '@mantine/core';
import type { Pages } from '../lib/use-pages.ts';

/** Loads the next page of a list, if there is one. */
export function ShowMore({ pages, label = 'Show more' }: { readonly pages: Pages<unknown>; readonly label?: string }) {
  if (!pages.hasMore) return null;
  return (
    <div>
      <Button variant="default" loading={pages.busy} onClick={pages.loadMore}>
        {label}
      </Button>
    </div>
  );
}
