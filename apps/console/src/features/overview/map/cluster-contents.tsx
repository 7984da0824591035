/** The locations of a pin that no zoom takes apart. */
import { CloseButton } from '@mantine/core';
import { Link } from 'react-router';
import { useText } from '../../../lib/texts.ts';
import { StateBadge } from '../../../ui/state-badge.tsx';
import { cardState, cardStateText } from '../card-state.ts';
import type { OverviewItem } from '../overview-order.ts';
import styles from './location-map.module.css';

interface Props {
  readonly items: readonly OverviewItem[];
  readonly onClose: () => void;
}

export function ClusterContents({ items, onClose }: Props) {
  const t = useText();
  return (
    <section
      className={`card ${styles.contents}`}
      aria-label={t('overview.map.here', { count: items.length })}
      // A drag in the list scrolls it.
      onPointerDown={(event) => event.stopPropagation()}
    >
      <div className="row">
        <h2>{t('overview.map.here', { count: items.length })}</h2>
        <span className="grow" />
        <CloseButton aria-label={t('common.close')} onClick={onClose} />
      </div>
      <ol>
        {items.map(({ card }) => (
          <li key={card.guid}>
            <StateBadge state={cardState(card)} label={cardStateText(t, card)} />
            <Link to={`/locations/${card.guid}`}>{card.name}</Link>
          </li>
        ))}
      </ol>
    </section>
  );
}
