/** /locations: open alerts, then all locations. */
import { isAdmin } from '@picket/domain/permissions';
import { Suspense } from 'react';
import { GetStartedSection, useGetStartedSection } from '../../features/get-started/get-started-section.tsx';
import { ListSkeleton } from '../../features/overview/list/cards.tsx';
import { LocationsHead } from '../../features/overview/list/locations-head.tsx';
import { LocationsList } from '../../features/overview/list/locations-list.tsx';
import { NoLocations } from '../../features/overview/list/no-locations.tsx';
import { UrgentAlerts } from '../../features/overview/list/urgent-alerts.tsx';
import { useListChoice } from '../../features/overview/list/use-list-choice.ts';
import { useOverview } from '../../features/overview/use-overview.ts';
import { useProfile } from '../../features/session/use-session.ts';
import { problemText } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { Problem } from '../../ui/problem.tsx';
import { useTitle } from '../../ui/use-title.ts';

export default function Locations() {
  const t = useText();
  const profile = useProfile();
  const overview = useOverview();
  const list = useListChoice();
  const getStarted = useGetStartedSection();
  useTitle(t('overview.title'));

  const { items } = overview;
  // All or nothing, so that nothing shifts.
  const isLoaded = overview.isLoaded && getStarted.isSettled;
  const mayAdd = isAdmin(profile.permissions);
  const hasMap = items.some(({ card }) => card.coordinates !== undefined);
  // The map of a shared address may have nothing to show to this reader.
  const view = list.choice.view === 'map' && !hasMap ? 'cards' : list.choice.view;
  const locations = items.length > 0 && isLoaded && (
    <LocationsList overview={overview} profile={profile} list={{ ...list, choice: { ...list.choice, view } }} />
  );
  const hasSteps = getStarted.isShown && getStarted.isSettled && (isLoaded || overview.problem !== undefined);
  // A card alone would be narrow in a line of its own.
  const isBeside = hasSteps && items.length === 1 && view === 'cards';
  return (
    <>
      <LocationsHead
        overview={overview}
        isLoaded={isLoaded}
        view={view}
        hasMap={hasMap}
        mayAdd={mayAdd}
        onView={(next) => list.choose({ view: next })}
      />
      {isLoaded && <UrgentAlerts alerts={overview.alerts} />}
      {hasSteps && (
        <Suspense fallback={null}>
          <GetStartedSection location={isBeside ? locations : null} />
        </Suspense>
      )}
      {overview.problem !== undefined && (
        <Problem title={t('overview.problem')} text={problemText(overview.problem)} onRetry={overview.retry} />
      )}
      {!isLoaded && overview.problem === undefined && <ListSkeleton />}
      {isLoaded && items.length === 0 && !getStarted.isShown && <NoLocations mayAdd={mayAdd} />}
      {!isBeside && locations}
    </>
  );
}
