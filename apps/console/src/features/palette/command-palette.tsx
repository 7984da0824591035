/** Search (Ctrl-K) for locations, sentries, assets, policies, users and pages by name. */
import { useDebouncedValue } from '@mantine/hooks';
import type { SearchResultOut } from '@picket/contracts/types';
import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useApi } from '../../lib/api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import './palette.css';

export interface PalettePage {
  readonly path: string;
  readonly label: string;
}

interface Entry {
  readonly key: string;
  readonly kind: string;
  readonly name: string;
  readonly hint: string;
  readonly path: string;
}

interface Props {
  /** The pages the user may open. */
  readonly screens: readonly PalettePage[];
  readonly onClose: () => void;
}

/** Returns the page of a result; null: it has none. */
function pathOf({ kind, guid, location }: SearchResultOut): string | null {
  switch (kind) {
    case 'location':
      return `/locations/${guid}`;
    case 'sentry':
      return `/locations/${location}/history?sentry=${guid}`;
    case 'asset':
      return `/locations/${location}/asset/${guid}`;
    case 'policy':
      return `/admin/policies/${guid}`;
    case 'user':
      return `/admin/users/${guid}`;
    default:
      return null;
  }
}

const KINDS: Readonly<Record<string, string>> = {
  location: 'Location',
  sentry: 'Sentry',
  asset: 'Asset',
  policy: 'Policy',
  user: 'User',
};

export default function CommandPalette({ screens, onClose }: Props) {
  const navigate = useNavigate();
  const list = useId();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const [debouncedText] = useDebouncedValue(typed.trim(), 120);
  const { data } = useApi('GET /views/search', debouncedText === '' ? null : { query: { q: debouncedText } }, {
    keepPreviousData: false,
  });
  const entries = useMemo(() => {
    const text = typed.trim().toLowerCase();
    const pages = screens
      .filter(({ label }) => label.toLowerCase().includes(text))
      .map(({ path, label }): Entry => ({ key: path, kind: 'Page', name: label, hint: '', path }));
    // Results of an earlier query are filtered by the current text.
    const isCurrent = debouncedText === typed.trim();
    const things = (text === '' || data === undefined ? [] : data.items).flatMap((item): Entry[] => {
      const path = pathOf(item);
      return path === null || !(isCurrent || item.name.toLowerCase().includes(text))
        ? []
        : [{ key: `${item.kind} ${item.guid}`, kind: KINDS[item.kind] ?? '', name: item.name, hint: item.hint, path }];
    });
    return [...things, ...pages];
  }, [typed, debouncedText, screens, data]);
  const chosen = Math.min(active, entries.length - 1);
  const openEntry = (entry: Entry | undefined): void => {
    if (entry === undefined) return;
    onClose();
    void navigate(entry.path);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') setActive((chosen + 1) % Math.max(1, entries.length));
    else if (event.key === 'ArrowUp') setActive((chosen - 1 + entries.length) % Math.max(1, entries.length));
    else if (event.key === 'Enter') openEntry(entries[chosen]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Search" onClose={onClose}>
      <div className="palette">
        <input
          className="palette-input"
          role="combobox"
          aria-expanded="true"
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={entries.length > 0 ? `${list} ${chosen}`.replaceAll(' ', '-') : undefined}
          aria-label="Location, sentry, policy, user or page"
          placeholder="Location, sentry, policy, user or page"
          autoComplete="off"
          spellCheck={false}
          autoFocus
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
        <div id={list} role="listbox" className="palette-list" aria-label="Results">
          {entries.map((entry, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the keyboard
            <div
              key={entry.key}
              id={`${list} ${index}`.replaceAll(' ', '-')}
              role="option"
              tabIndex={-1}
              aria-selected={index === chosen}
              className="palette-entry"
              onClick={() => openEntry(entry)}
              onPointerMove={() => setActive(index)}
            >
              <span className="palette-name">{entry.name}</span>
              <span className="muted small palette-hint">{entry.hint}</span>
              <span className="tag">{entry.kind}</span>
            </div>
          ))}
        </div>
        {entries.length === 0 && (
          <p className="muted" role="status">
            No matching results.
          </p>
        )}
      </div>
    </Dialog>
  );
}
