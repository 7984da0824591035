/** In place of the list: no alerts at all, none that passes the filter, or the list is loading. */
import { Button } from '@mantine/core';
import { useText } from '../../../lib/texts.ts';
import styles from './inbox.module.css';

interface Props {
  readonly isFiltered: boolean;
  readonly onClear: () => void;
}

export function NoAlerts({ isFiltered, onClear }: Props) {
  const t = useText();
  return (
    <section className="card empty">
      <h2>{t(isFiltered ? 'inbox.noMatch.title' : 'inbox.empty.title')}</h2>
      <p className="muted">{t(isFiltered ? 'inbox.noMatch.text' : 'inbox.empty.text')}</p>
      {isFiltered && (
        <Button variant="default" onClick={onClear}>
          {t('inbox.clearFilter')}
        </Button>
      )}
    </section>
  );
}

const PLACES = ['a', 'b', 'c', 'd', 'e', 'f'];

export const InboxSkeleton = () => (
  <div className={`${styles.skeleton} card`} aria-hidden="true">
    {PLACES.map((place) => (
      <div key={place} className="skeleton" />
    ))}
  </div>
);
