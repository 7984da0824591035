/** The title of the list, how many there are, and the ways to look at them. */

import { useText } from '../../../lib/texts.ts';
import { Button, ButtonGroup, LinkButton } from '../../../ui/controls/button.tsx';
import type { Overview } from '../use-overview.ts';
import styles from './location-list.module.css';
import { LIST_VIEWS, type ListView } from './use-list-choice.ts';

interface Props {
  readonly overview: Overview;
  /** Nothing but the title is shown before the list is. */
  readonly isLoaded: boolean;
  readonly view: ListView;
  /** Whether a location has coordinates. */
  readonly hasMap: boolean;
  /** Whether the user may add locations. */
  readonly mayAdd: boolean;
  readonly onView: (view: ListView) => void;
}

export function LocationsHead({ overview: { items }, isLoaded, view, hasMap, mayAdd, onView }: Props) {
  const t = useText();
  const total = items.reduce((sum, { card }) => sum + card.sentries.total, 0);
  const online = items.reduce((sum, { card }) => sum + card.sentries.online, 0);
  return (
    <div className="row">
      <h1>{t('overview.title')}</h1>
      {isLoaded && <span className="muted num">{t('overview.counts', { count: items.length, online, total })}</span>}
      <span className={`grow ${styles.beforeViews}`} />
      {isLoaded && items.length > 0 && (
        <ButtonGroup aria-label={t('overview.views')} className={styles.views}>
          {LIST_VIEWS.filter((one) => one !== 'map' || hasMap).map((one) => (
            <Button key={one} variant="default" aria-pressed={one === view} onClick={() => onView(one)}>
              {t(`overview.view.${one}`)}
            </Button>
          ))}
        </ButtonGroup>
      )}
      {isLoaded && items.length > 0 && (
        <LinkButton variant="default" to="/_/locations">
          {t('overview.wallDisplay')}
        </LinkButton>
      )}
      {isLoaded && mayAdd && items.length > 0 && (
        <LinkButton to="/location/create">{t('overview.addLocation')}</LinkButton>
      )}
    </div>
  );
}
