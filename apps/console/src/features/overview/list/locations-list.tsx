/** The locations as the reader chose to see them: found, filtered, sorted, as cards, a table or a map. */
import type { ProfileOut } from '@picket/contracts/types';
import { MAX_SHORT_LIST } from '@picket/domain/location-lists';
import { type ComponentProps, lazy, Suspense, useState } from 'react';
import { nameText } from '../../../lib/kind-texts.ts';
import { loadPart } from '../../../lib/load-part.ts';
import { loadable } from '../../../lib/loadable.tsx';
import { useText } from '../../../lib/texts.ts';
import { withMantine } from '../../../ui/with-mantine.tsx';
import { shownItems } from '../overview-order.ts';
import type { Overview } from '../use-overview.ts';
import { CardList } from './card-list.tsx';
import { ListSkeleton } from './cards.tsx';
import { ListFilter } from './list-filter.tsx';
import type LocationTablePart from './location-table.tsx';
import { NoMatch } from './no-locations.tsx';
import type { useListChoice } from './use-list-choice.ts';

// Loaded when they are chosen.
const LocationTable = loadable<ComponentProps<typeof LocationTablePart>>(() => import('./location-table.tsx'));
const LocationMap = lazy(() => loadPart(() => withMantine(() => import('../map/location-map.tsx'))));

/** Search and filters are shown for more locations than this. */
const MIN_COUNT_FOR_FILTERS = 6;

interface Props {
  readonly overview: Overview;
  readonly profile: ProfileOut;
  readonly list: ReturnType<typeof useListChoice>;
}

export function LocationsList({ overview: { items, alarmingSeries }, profile, list }: Props) {
  const { choice, choose, clear, clears } = list;
  const t = useText();
  const shown = shownItems(items, { ...choice, locale: t.locale, nameOf: (violation) => nameText(t, violation) });
  const isMap = choice.view === 'map';
  const isFiltered = choice.find !== '' || choice.state !== 'all';
  // A bookmark filters a short list as well. The field stays while it is emptied.
  const [beganFiltered] = useState(isFiltered);
  return (
    <>
      {(items.length > MIN_COUNT_FOR_FILTERS || isFiltered || beganFiltered) && (
        <ListFilter
          key={clears}
          choice={choice}
          choose={choose}
          hasFindShortcut={!isMap && shown.length > MAX_SHORT_LIST}
          hasFocus={clears > 0}
        />
      )}
      {shown.length === 0 && <NoMatch choice={choice} onClear={clear} />}
      {isMap && (
        <Suspense fallback={<div className="skeleton" style={{ height: 420 }} aria-hidden="true" />}>
          <LocationMap items={shown} />
        </Suspense>
      )}
      {choice.view === 'table' && shown.length > 0 && (
        <Suspense fallback={<ListSkeleton />}>
          <LocationTable
            items={shown}
            hot={alarmingSeries}
            order={choice.order}
            isReversed={choice.isReversed}
            onSort={(sort, isReversed) => choose({ sort, reversed: isReversed ? '1' : '' })}
          />
        </Suspense>
      )}
      {choice.view === 'cards' && shown.length > 0 && (
        <CardList
          items={shown}
          hot={alarmingSeries}
          permissions={profile.permissions}
          useCelsius={profile.preferences.useCelsius}
        />
      )}
    </>
  );
}
