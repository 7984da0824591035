/** The alerts of the inbox in their sections. */
import type { AlertOut } from '@picket/contracts/types';
import { useRef } from 'react';
import { useText } from '../../../lib/texts.ts';
import { useProfile } from '../../session/index.ts';
import styles from './inbox.module.css';
import { InboxRow } from './inbox-row.tsx';
import type { InboxCounts } from './use-inbox.ts';
import { useListKeys } from './use-list-keys.ts';
import { type Selection, sectionOf } from './use-selection.ts';

const SECTIONS = ['open', 'acknowledged', 'past'] as const;

interface Props {
  readonly alerts: readonly AlertOut[];
  readonly counts: InboxCounts | undefined;
  /** Of one state only. */
  readonly isOneState: boolean;
  readonly selection: Selection;
  readonly onAcknowledge: (alerts: readonly AlertOut[]) => void;
}

export function InboxList({ alerts, counts, isOneState, selection, onAcknowledge }: Props) {
  const t = useText();
  const list = useRef<HTMLDivElement>(null);
  useListKeys(list, {
    toggle: selection.toggle,
    clear: selection.clear,
    acknowledge: (guid) =>
      onAcknowledge(
        selection.selected.length > 0 ? selection.selected : selection.selectable.filter((one) => one.guid === guid),
      ),
  });
  const bySection = Map.groupBy(alerts, sectionOf);
  return (
    <div ref={list} className="stack">
      {!isOneState && !bySection.has('open') && <p className="muted">{t('inbox.noneOpen')}</p>}
      {SECTIONS.map((section) => {
        const shown = bySection.get(section) ?? [];
        if (shown.length === 0) return null;
        const count = section === 'past' ? undefined : counts?.[section];
        return (
          <section key={section} className="card" aria-label={t(`inbox.section.${section}`)}>
            <SectionHead section={section} count={count} selection={selection} />
            <ul className={styles.list}>
              {shown.map((alert) => (
                <InboxRow key={alert.guid} alert={alert} selection={selection} />
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

interface HeadProps {
  readonly section: (typeof SECTIONS)[number];
  readonly count: number | undefined;
  readonly selection: Selection;
}

function SectionHead({ section, count, selection }: HeadProps) {
  const t = useText();
  const { display } = useProfile();
  const { selectable, selected, selectAll, clear } = selection;
  const isAll = selected.length > 0 && selected.length === selectable.length;
  return (
    <div className={styles.head}>
      <span className={styles.pick}>
        {section === 'open' && !display && selectable.length > 0 && (
          <input
            type="checkbox"
            aria-label={t('inbox.selectAll')}
            checked={isAll}
            ref={(box) => {
              if (box !== null) box.indeterminate = selected.length > 0 && !isAll;
            }}
            onChange={isAll ? clear : selectAll}
          />
        )}
      </span>
      <h2 className={styles.title}>
        {t(`inbox.section.${section}`)} {count !== undefined && <span className="muted num">{count}</span>}
      </h2>
      <span className={styles.column}>{t('inbox.column.location')}</span>
      <span className={styles.column}>{t('inbox.column.raised')}</span>
      <span className={styles.column}>{t('inbox.column.state')}</span>
    </div>
  );
}
