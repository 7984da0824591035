/** /locations/:id/demo: plays scenarios on the simulated sentries of a location. */
import { useParams } from 'react-router';
import { OpenAlertList } from '../../features/alerts/open-alert-list.tsx';
import { useOpenAlerts } from '../../features/alerts/use-open-alerts.ts';
import {
  LocationHead,
  LocationProblem,
  LocationSkeleton,
  LocationTabs,
  useLocationTitle,
} from '../../features/locations/location-frame.tsx';
import { useLocationData } from '../../features/locations/use-location-data.ts';
import { NothingSimulated } from '../../features/sentries/demo/nothing-simulated.tsx';
import { SimulatedSentry } from '../../features/sentries/demo/simulated-sentry.tsx';
import { useDemo } from '../../features/sentries/demo/use-demo.ts';
import { problemText } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import '../../ui/lists.css';
import { Problem } from '../../ui/problem.tsx';

export default function Demo() {
  const { id = '' } = useParams();
  const t = useText();
  const location = useLocationData(id);
  const demo = useDemo(id);
  const { alerts, isLoaded } = useOpenAlerts(id);
  useLocationTitle(location.data, t('shell.page.demo'));
  // Nothing is simulated here, outside a demo organization.
  const isAbsent = demo.error?.status === 404;
  if (location.error && !location.data)
    return <LocationProblem error={location.error} onRetry={() => void location.mutate()} />;
  if (!location.data || (!demo.data && !demo.error) || !isLoaded) return <LocationSkeleton />;
  return (
    <>
      <LocationHead location={location.data} title={t('shell.page.demo')} />
      <LocationTabs id={id} />
      <OpenAlertList alerts={alerts} withoutLocation />
      {isAbsent && <NothingSimulated location={id} onSimulated={() => demo.mutate()} />}
      {demo.error && !demo.data && !isAbsent && (
        <Problem
          title={t('sentries.demo.loadProblem')}
          text={problemText(demo.error)}
          onRetry={() => void demo.mutate()}
        />
      )}
      {demo.data?.items.length === 0 && <NothingSimulated location={id} onSimulated={null} />}
      {demo.data?.items.map((sentry) => (
        <SimulatedSentry
          key={sentry.sentry}
          location={id}
          sentry={sentry}
          onState={(state) => void demo.mutate(state, { revalidate: false })}
        />
      ))}
    </>
  );
}
