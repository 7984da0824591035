/** What the search finds: alerts, locations with their pages, sentries, assets, policies and users by name, pages, and actions. */
import { useDebouncedValue } from '@mantine/hooks';
import type { SearchResultOut } from '@picket/contracts/types';
import type { Permission } from '@picket/domain/permissions';
import { useApi } from '../../lib/api.ts';
import type { Formats } from '../../lib/formats.ts';
import { useNow } from '../../lib/now.ts';
import { type Translator, useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { useProfile } from '../session/index.ts';
import { type EntryKind, findEntries, type PaletteEntry, serverQuery } from './entries.ts';
import { resultPath } from './result-path.ts';
import { useActionEntries } from './use-action-entries.ts';
import { raisedText, useAlertEntries } from './use-alert-entries.ts';
import { useLocationEntries } from './use-location-entries.ts';

const SEARCH_DELAY_MS = 120;

export interface PalettePage {
  readonly path: string;
  readonly label: string;
}

/** Words by which the server would find nothing. */
const LABELS = ['history', 'today', 'calendar', 'settings'] as const;
const KINDS = ['alert', 'location', 'sentry', 'asset', 'policy', 'user', 'page'] as const;
const WORDS = ['add', 'open', 'acknowledge', 'simulate'] as const;

const vocabularyOf = (t: Translator): readonly string[] => [
  ...LABELS.map((label) => t(`shell.page.${label}`)),
  ...KINDS.map((kind) => t(`palette.kind.${kind}`)),
  ...WORDS.map((word) => t(`palette.words.${word}`)),
];

function toEntry(
  t: Translator,
  formats: Formats,
  now: number,
  item: SearchResultOut,
  permissions: readonly Permission[],
): PaletteEntry {
  const { kind, guid, name, hint, at } = item;
  return {
    key: `${kind} ${guid}`,
    kind: kind satisfies EntryKind,
    name,
    hint,
    words: t(`palette.kind.${kind}`),
    ...(at === undefined ? {} : { detail: raisedText(formats, at, now) }),
    run: resultPath(item, permissions),
  };
}

/** A page for creating something is found by other words for that as well. */
const toPageEntry = (t: Translator, { path, label }: PalettePage): PaletteEntry => ({
  key: path,
  kind: 'page',
  name: label,
  hint: '',
  detail: path,
  words: `${t('palette.kind.page')} ${path.includes('create') ? t('palette.words.add') : ''}`,
  isOffered: true,
  run: path,
});

/** `typed`: as it is; `screens`: the pages the user may open. */
export function useSearch(typed: string, screens: readonly PalettePage[]): readonly PaletteEntry[] {
  const t = useText();
  const formats = useFormats();
  const [debouncedText] = useDebouncedValue(serverQuery(typed.trim(), vocabularyOf(t)), SEARCH_DELAY_MS);
  const { data } = useApi('GET /views/search', debouncedText === '' ? null : { query: { q: debouncedText } }, {
    // An entry that went away for a moment would lose the choice, and Enter open another one.
    keepPreviousData: true,
  });
  const now = useNow();
  const { permissions } = useProfile();
  const open = useAlertEntries();
  const places = useLocationEntries();
  const actions = useActionEntries();
  const found = (data?.items ?? []).map((item) => toEntry(t, formats, now, item, permissions));
  const pages = screens.map((screen) => toPageEntry(t, screen));
  return findEntries(
    [
      open.alerts,
      places.locations,
      // What an earlier text found is filtered by the current one.
      found,
      places.pages,
      open.actions,
      places.actions,
      actions,
      pages,
    ],
    typed,
  );
}
