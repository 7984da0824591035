/** What the search finds: the user's pages, and locations, sentries, assets, policies and users by name. */
import { useDebouncedValue } from '@mantine/hooks';
import type { SearchResultOut } from '@picket/contracts/types';
import { useMemo } from 'react';
import { useApi } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';

const SEARCH_DELAY_MS = 120;

export interface PalettePage {
  readonly path: string;
  readonly label: string;
}

export type EntryKind = 'location' | 'sentry' | 'asset' | 'policy' | 'user' | 'page';

export interface PaletteEntry {
  readonly key: string;
  readonly kind: EntryKind;
  readonly name: string;
  readonly hint: string;
  readonly path: string;
}

/** Returns the kind and the page of a result; null: it has none. */
function targetOf({ kind, guid, location }: SearchResultOut): Pick<PaletteEntry, 'kind' | 'path'> | null {
  switch (kind) {
    case 'location':
      return { kind, path: `/locations/${guid}` };
    case 'sentry':
      return { kind, path: `/locations/${location}/history?sentry=${guid}` };
    case 'asset':
      return { kind, path: `/locations/${location}/asset/${guid}` };
    case 'policy':
      return { kind, path: `/admin/policies/${guid}` };
    case 'user':
      return { kind, path: `/admin/users/${guid}` };
    default:
      return null;
  }
}

/** `typed`: as it is; `screens`: the pages the user may open. */
export function useSearch(typed: string, screens: readonly PalettePage[]): readonly PaletteEntry[] {
  const { locale } = useText();
  const [debouncedText] = useDebouncedValue(typed.trim(), SEARCH_DELAY_MS);
  const { data } = useApi('GET /views/search', debouncedText === '' ? null : { query: { q: debouncedText } }, {
    keepPreviousData: false,
  });
  return useMemo(() => {
    const text = typed.trim().toLocaleLowerCase(locale);
    const matches = (name: string): boolean => name.toLocaleLowerCase(locale).includes(text);
    const pages = screens
      .filter(({ label }) => matches(label))
      .map(({ path, label }): PaletteEntry => ({ key: path, kind: 'page', name: label, hint: '', path }));
    // Results of an earlier query are filtered by the current text.
    const isCurrent = debouncedText === typed.trim();
    const found = (text === '' || data === undefined ? [] : data.items).flatMap((item): PaletteEntry[] => {
      const { guid, name, hint } = item;
      const target = targetOf(item);
      return target === null || !(isCurrent || matches(name))
        ? []
        : [{ key: `${target.kind} ${guid}`, name, hint, ...target }];
    });
    return [...found, ...pages];
  }, [typed, debouncedText, screens, data, locale]);
}
