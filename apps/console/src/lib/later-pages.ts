/** The pages of a list after its first one, which may change while they are loaded. Pure. */

export interface ShownPages<Page> {
  readonly first: Page;
  readonly later: readonly Page[];
}

/** The page after another; null: that is the last. */
type LoadAfter<Page> = (page: Page) => Promise<Page | null>;

/** At most `count` pages after a first one, as far as there are. */
export async function pagesAfter<Page>(
  first: Page,
  count: number,
  loadAfter: LoadAfter<Page>,
): Promise<readonly Page[]> {
  const later: Page[] = [];
  while (later.length < count) {
    const page = await loadAfter(later.at(-1) ?? first);
    if (page === null) break;
    later.push(page);
  }
  return later;
}

/**
 * What is shown where the pages after a new first one could not be loaded: the new one, as it has what just happened. Those that are shown
 * stay where they begin at the same place, else what moved between would be missing. null: the new first page alone.
 */
export const withNewFirst = <Page>(
  first: Page,
  shown: ShownPages<Page>,
  cursorOf: (page: Page) => string | null,
): ShownPages<Page> | null => (cursorOf(first) === cursorOf(shown.first) ? { first, later: shown.later } : null);

/**
 * What is shown, and one page more. Pages after a former first page do not fit to the present one: where that changes meanwhile, as many
 * are loaded after it, once: one that changes faster than they are loaded would have them loaded without end. null: there is no first page
 * any more, as it is another list.
 */
export async function withOnePageMore<Page>(
  { first, later }: ShownPages<Page>,
  currentFirst: () => Page | undefined,
  loadAfter: LoadAfter<Page>,
): Promise<ShownPages<Page> | null> {
  const next = await loadAfter(later.at(-1) ?? first);
  const current = currentFirst();
  if (current === undefined) return null;
  if (current === first) return { first, later: next === null ? later : [...later, next] };
  const shown = { first: current, later: await pagesAfter(current, later.length + 1, loadAfter) };
  return currentFirst() === undefined ? null : shown;
}
