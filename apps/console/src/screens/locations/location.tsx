/** /locations/:id: the sentries of a location with live values, its open alerts and active rules. */

import { Button } from '@mantine/core';
import { isLocationAdmin } from '@picket/domain/permissions';
import { Link, useParams } from 'react-router';
import { OpenAlertList } from '../../features/alerts/open-alert-list.tsx';
import { RecentEdits } from '../../features/alerts/recent-edits.tsx';
import { useOpenAlerts } from '../../features/alerts/use-open-alerts.ts';
import {
  LocationHead,
  LocationProblem,
  LocationSkeleton,
  LocationTabs,
} from '../../features/locations/location-frame.tsx';
import { useLocationData } from '../../features/locations/use-location-data.ts';
import { useLocationNow } from '../../features/locations/use-location-now.ts';
import { WatchedRules } from '../../features/policies/list/watched-rules.tsx';
import { limitsOf } from '../../features/policies/policy-text.ts';
import { ActivityGrid } from '../../features/readings/activity-grid.tsx';
import { ThermalPictures } from '../../features/readings/thermal-pictures.tsx';
import { useLocationSeries } from '../../features/readings/use-location-series.ts';
import { FluidSensors } from '../../features/sensors/fluid-sensors.tsx';
import { NoSentries } from '../../features/sentries/no-sentries.tsx';
import { SentryPanel } from '../../features/sentries/sentry-panel.tsx';
import { useRecentHistory } from '../../features/sentries/use-recent-history.ts';
import { useProfile } from '../../features/session/use-session.ts';
import { LocationCameras } from '../../features/video/camera/location-cameras.tsx';
import { problemText } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { Problem } from '../../ui/problem.tsx';
import { useTitle } from '../../ui/use-title.ts';
import styles from './location.module.css';

export default function Location() {
  const { id = '' } = useParams();
  const t = useText();
  const { permissions, preferences } = useProfile();
  const location = useLocationData(id);
  const here = useLocationNow(id);
  const recent = useRecentHistory(id);
  const { alerts, alarmingSeries, isLoaded } = useOpenAlerts(id);
  const { series } = useLocationSeries(id);
  useTitle(location.data?.name || t('shell.page.location'));
  if (location.error && !location.data)
    return <LocationProblem error={location.error} onRetry={() => void location.mutate()} />;
  if (!location.data) return <LocationSkeleton />;
  const { sentries, policies, zones, families } = here;
  const mayAdd = isLocationAdmin(permissions, id);
  // Everything appears at once, so that nothing shifts while the user reads.
  const isReady = here.isLoaded && isLoaded && recent.isLoaded;
  const isEmpty = here.isLoaded && sentries.length === 0;
  return (
    <>
      <LocationHead location={location.data}>
        {mayAdd && (
          <Button component={Link} to={`/locations/${id}/setup`} variant={isEmpty ? 'filled' : 'default'}>
            {t('shell.page.addSentry')}
          </Button>
        )}
      </LocationHead>
      <LocationTabs id={id} />
      {isReady && <OpenAlertList alerts={alerts} withoutLocation />}
      {here.error !== undefined && (
        <Problem title={t('locations.readingsProblem')} text={problemText(here.error)} onRetry={here.retry} />
      )}
      {!isReady && here.error === undefined && <div className="skeleton" style={{ height: 560 }} aria-hidden="true" />}
      {isReady && isEmpty && <NoSentries location={id} mayAdd={mayAdd} />}
      {isReady && !isEmpty && (
        <div className={styles.columns}>
          <div className="stack">
            <SentryPanels now={here} recent={recent} hot={alarmingSeries} />
            {series !== undefined && series.length > 0 && <ActivityGrid location={id} series={series} />}
          </div>
          <div className="stack">
            <LocationCameras location={id} timezone={location.data.timezone} />
            <ThermalPictures {...here} timezone={location.data.timezone} />
            <FluidSensors location={id} mayPair={mayAdd} />
            <WatchedRules
              location={id}
              policies={policies}
              families={families}
              zones={zones}
              sentries={sentries}
              useCelsius={preferences.useCelsius}
            >
              <RecentEdits location={id} />
            </WatchedRules>
          </div>
        </div>
      )}
    </>
  );
}

interface SentryPanelsProps {
  readonly now: ReturnType<typeof useLocationNow>;
  readonly recent: ReturnType<typeof useRecentHistory>;
  /** Series that an open alert is about. */
  readonly hot: ReturnType<typeof useOpenAlerts>['alarmingSeries'];
}

function SentryPanels({ now: { sentries, readings, policies }, recent, hot }: SentryPanelsProps) {
  const { useCelsius } = useProfile().preferences;
  return sentries.map((sentry) => (
    <SentryPanel
      key={sentry.guid}
      sentry={sentry}
      latest={readings.filter((item) => item.sentry === sentry.guid)}
      history={recent.history}
      span={recent.span}
      limits={limitsOf}
      policies={policies}
      hot={hot}
      useCelsius={useCelsius}
    />
  ));
}
