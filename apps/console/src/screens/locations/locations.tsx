/** /locations: open alerts, then all locations. */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { LocationCardOut, ProfileOut } from '@picket/contracts/types';
import { isAdmin, isLocationAdmin } from '@picket/domain/permissions';
import { lazy, Suspense, useDeferredValue, useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { alertTitle } from '../../features/alerts/alert-text.ts';
import { OpenAlertList } from '../../features/alerts/open-alert-list.tsx';
import { useOpenAlerts } from '../../features/alerts/use-open-alerts.ts';
import { GetStarted } from '../../features/get-started/get-started.tsx';
import { useGetStarted } from '../../features/get-started/use-get-started.ts';
import { LocationCard } from '../../features/locations/location-card.tsx';
import {
  CARD_ORDERS,
  type CardOrder,
  STATE_FILTERS,
  type StateFilter,
  shownCards,
} from '../../features/locations/order-cards.ts';
import '../../features/locations/locations.css';
import { useProfile } from '../../features/session/use-session.ts';
import { problemText, useApi } from '../../lib/api.ts';
import { plural } from '../../lib/plural.ts';
import { useText } from '../../lib/texts.ts';
import { Problem } from '../../ui/problem.tsx';
import { useTitle } from '../../ui/use-title.ts';

// Loaded only when the map is opened.
const LocationMap = lazy(() => import('../../features/locations/location-map.tsx'));

const options = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

/** Returns the given name if it is a key of the table, else the default. */
const pickOption = <Name extends string>(
  names: Readonly<Record<Name, string>>,
  given: string | null,
  defaultValue: Name,
): Name =>
  // Guarantee: checked to be a key of the table.
  given !== null && Object.hasOwn(names, given) ? (given as Name) : defaultValue;

/** Number of cards in the first render. */
const INITIAL_CARD_COUNT = 24;

/** Search and filters are shown for more locations than this. */
const MIN_COUNT_FOR_FILTERS = 6;

export default function Locations() {
  const profile = useProfile();
  const { useCelsius } = profile.preferences;
  const t = useText();
  const mayAdd = isAdmin(profile.permissions);
  const isGettingStarted = useGetStarted() !== null;
  const cards = useApi('GET /views/locations', {}, { refreshInterval: 60_000 });
  const { alerts, alarmingSeries, isLoaded } = useOpenAlerts();
  const [query, setQuery] = useSearchParams();
  useTitle('Locations');

  // Both or neither, so that nothing shifts.
  const known = isLoaded ? cards.data : undefined;
  const items = known?.items ?? [];
  const search = query.get('find') ?? '';
  const filter: StateFilter = pickOption(STATE_FILTERS, query.get('state'), 'all');
  const order: CardOrder = pickOption(CARD_ORDERS, query.get('sort'), 'name');
  const hasMap = items.some(({ coordinates }) => coordinates !== undefined);
  const isMap = hasMap && query.get('view') === 'map';
  const shown = shownCards(items, search, filter, order);
  const choose = (name: string, value: string, defaultValue: string): void =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === defaultValue) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const total = items.reduce((sum, { sentries }) => sum + sentries.total, 0);
  const onlineCount = items.reduce((sum, { sentries }) => sum + sentries.online, 0);
  const openAlertTitles = useMemo(() => {
    const titles = new Map<string, string[]>();
    for (const alert of [...alerts].sort((one, other) => other.severity - one.severity)) {
      if (alert.location === undefined) continue;
      const own = titles.get(alert.location.guid) ?? [];
      titles.set(alert.location.guid, [
        ...own,
        `${alert.sentry ? `${alert.sentry.name}: ` : ''}${alertTitle(t, alert)}`,
      ]);
    }
    return titles;
  }, [alerts, t]);

  return (
    <>
      <div className="row">
        <h1>Locations</h1>
        {known && (
          <span className="muted num">
            {plural(items.length, 'location')} · {onlineCount} of {plural(total, 'sentry', 'sentries')} online
          </span>
        )}
        <span className="grow" />
        {hasMap && (
          <Button
            variant="default"
            aria-pressed={isMap}
            onClick={() => choose('view', isMap ? 'cards' : 'map', 'cards')}
          >
            {isMap ? 'Cards' : 'Map'}
          </Button>
        )}
        {items.length > 0 && (
          <Button variant="default" component={Link} to="/_/locations">
            Wall display
          </Button>
        )}
        {mayAdd && items.length > 0 && (
          <Button component={Link} to="/location/create">
            Add location
          </Button>
        )}
      </div>
      {known && <OpenAlertList alerts={alerts} />}
      <GetStarted />
      {items.length > MIN_COUNT_FOR_FILTERS && (
        <search className="locations-choice">
          <TextInput
            className="search"
            type="search"
            aria-label="Find a location"
            placeholder="Find a location"
            value={search}
            onChange={(event) => choose('find', event.currentTarget.value, '')}
          />
          <NativeSelect
            aria-label="State"
            data={options(STATE_FILTERS)}
            value={filter}
            onChange={(event) => choose('state', event.currentTarget.value, 'all')}
          />
          <NativeSelect
            aria-label="Order"
            data={options(CARD_ORDERS)}
            value={order}
            onChange={(event) => choose('sort', event.currentTarget.value, 'name')}
          />
        </search>
      )}
      {cards.error && !cards.data && (
        <Problem
          title="The locations could not be loaded"
          text={problemText(cards.error)}
          onRetry={() => void cards.mutate()}
        />
      )}
      {!known && !cards.error && <CardSkeletons />}
      {known && items.length === 0 && !isGettingStarted && (
        <section className="card empty">
          <h2>Nothing is watched yet</h2>
          <p className="muted">
            A location is a room or a building. Add the first one, then the sentries that watch it.
          </p>
          {mayAdd ? (
            <Button component={Link} to="/location/create">
              Add your first location
            </Button>
          ) : (
            <p className="muted">Ask an administrator to give you access to a location.</p>
          )}
        </section>
      )}
      {items.length > 0 && shown.length === 0 && (
        <p className="muted">
          {search !== '' && filter === 'all' ? `No location is called “${search}”.` : 'No matching locations.'}{' '}
          <button type="button" className="link-button" onClick={() => setQuery({}, { replace: true })}>
            Show all
          </button>
        </p>
      )}
      {isMap && (
        <Suspense fallback={<div className="skeleton" style={{ height: 420 }} aria-hidden="true" />}>
          <LocationMap cards={shown} />
        </Suspense>
      )}
      {!isMap && shown.length > 0 && (
        <Cards
          cards={shown}
          openAlertTitles={openAlertTitles}
          hot={alarmingSeries}
          permissions={profile.permissions}
          useCelsius={useCelsius}
        />
      )}
    </>
  );
}

interface CardsProps {
  readonly cards: readonly LocationCardOut[];
  readonly openAlertTitles: ReadonlyMap<string, readonly string[]>;
  readonly hot: ReadonlySet<string>;
  readonly permissions: ProfileOut['permissions'];
  readonly useCelsius: boolean;
}

function Cards({ cards, openAlertTitles, hot, permissions, useCelsius }: CardsProps) {
  // The first screenful renders at once; the rest is deferred, so that the page stays responsive.
  const drawn = useDeferredValue(cards.length, Math.min(cards.length, INITIAL_CARD_COUNT));
  return (
    <div className="location-grid">
      {cards.slice(0, drawn).map((card) => (
        <LocationCard
          key={card.guid}
          card={card}
          useCelsius={useCelsius}
          open={openAlertTitles.get(card.guid) ?? NO_TITLES}
          hot={hot}
          mayAdd={isLocationAdmin(permissions, card.guid)}
        />
      ))}
    </div>
  );
}

const NO_TITLES: readonly string[] = [];

function CardSkeletons() {
  return (
    <div className="location-grid" aria-hidden="true">
      {Array.from({ length: 6 }, (_, index) => (
        <div key={`skeleton-${index.toString()}`} className="skeleton" style={{ height: 240 }} />
      ))}
    </div>
  );
}
