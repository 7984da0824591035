/** Search (Ctrl-K) for alerts, locations, sentries, assets, policies, users and pages, and for what can be done. */
import { type KeyboardEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../../lib/texts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { showErrorToast } from '../../ui/toasts.ts';
import type { PaletteEntry } from './entries.ts';
import styles from './palette.module.css';
import { type PalettePage, useSearch } from './use-search.ts';

interface Props {
  /** The pages the user may open. */
  readonly screens: readonly PalettePage[];
  readonly onClose: () => void;
}

export default function CommandPalette({ screens, onClose }: Props) {
  const t = useText();
  const navigate = useNavigate();
  const list = useId();
  const [typed, setTyped] = useState('');
  const entries = useSearch(typed, screens);
  const { chosen, choose, reset } = useChosenEntry(entries);
  const openEntry = (entry: PaletteEntry | undefined): void => {
    if (entry === undefined) return;
    onClose();
    if (typeof entry.run === 'string') void navigate(entry.run);
    else void entry.run().catch(showErrorToast);
  };
  const chooseByKey = (index: number): void => {
    const next = index % Math.max(1, entries.length);
    choose(next);
    // A pointer chooses only what is visible; the list would move below it.
    document.getElementById(optionId(list, next))?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') chooseByKey(chosen + 1);
    else if (event.key === 'ArrowUp') chooseByKey(chosen - 1 + entries.length);
    else if (event.key === 'Enter') openEntry(entries[chosen]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title={t('shell.search')} onClose={onClose}>
      <div className={styles.palette} data-palette>
        <input
          className={styles.input}
          role="combobox"
          aria-expanded="true"
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={entries.length > 0 ? optionId(list, chosen) : undefined}
          aria-label={t('palette.placeholder')}
          placeholder={t('palette.placeholder')}
          autoComplete="off"
          spellCheck={false}
          autoFocus
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            reset();
          }}
          onKeyDown={onKeyDown}
        />
        <EntryList id={list} entries={entries} chosen={chosen} onPoint={choose} onOpen={openEntry} />
        {entries.length === 0 && (
          <p className="muted" role="status">
            {t('palette.none')}
          </p>
        )}
      </div>
    </Dialog>
  );
}

/**
 * The entry that Enter opens. What arrives later, from the server or with a new alert, takes its place in the list but not the choice:
 * Enter opens what was highlighted when the reader looked.
 */
function useChosenEntry(entries: readonly PaletteEntry[]) {
  const [key, setKey] = useState<string | null>(null);
  const found = entries.findIndex((entry) => entry.key === key);
  const chosen = found === -1 ? Math.min(0, entries.length - 1) : found;
  const shown = entries[chosen]?.key ?? null;
  // React renders again before the browser paints: an entry is chosen from the moment it is seen first.
  if (shown !== key) setKey(shown);
  return {
    /** -1: there is none. */
    chosen,
    choose: (index: number): void => setKey(entries[index]?.key ?? null),
    reset: (): void => setKey(null),
  };
}

const optionId = (list: string, index: number): string => `${list}-${index}`;

interface ListProps {
  readonly id: string;
  readonly entries: readonly PaletteEntry[];
  readonly chosen: number;
  readonly onPoint: (index: number) => void;
  readonly onOpen: (entry: PaletteEntry) => void;
}

function EntryList({ id, entries, chosen, onPoint, onOpen }: ListProps) {
  const t = useText();
  return (
    <div id={id} role="listbox" className={styles.list} aria-label={t('palette.results')}>
      {entries.map((entry, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the keyboard
        <div
          key={entry.key}
          id={optionId(id, index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          className={styles.entry}
          onClick={() => onOpen(entry)}
          onPointerMove={() => onPoint(index)}
        >
          <span className={styles.name}>{entry.name}</span>
          <span className={`muted small ${styles.hint}`}>{entry.hint}</span>
          <span className="tag">{t(`palette.kind.${entry.kind}`)}</span>
        </div>
      ))}
    </div>
  );
}
