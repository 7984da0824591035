/** /locations/:id: the sentries of a location with live values, its open alerts and active rules. */
import { Button } from '@mantine/core';
import type { LocationPageOut } from '@picket/contracts/types';
import { isLocationAdmin } from '@picket/domain/permissions';
import { Link, useParams } from 'react-router';
import { alarmingSeriesOf } from '../../features/alerts/alarming-series.ts';
import { OpenAlertList } from '../../features/alerts/open-alert-list.tsx';
import { RecentEdits } from '../../features/alerts/recent-edits.tsx';
import {
  LocationHead,
  LocationProblem,
  LocationSkeleton,
  LocationTabs,
} from '../../features/locations/location-frame.tsx';
import { useLocationPage } from '../../features/locations/use-location-page.ts';
import { WatchedRules } from '../../features/policies/list/watched-rules.tsx';
import { ActivityGrid } from '../../features/readings/activity-grid.tsx';
import { ThermalPictures } from '../../features/readings/thermal-pictures.tsx';
import { useLocationSeries } from '../../features/readings/use-location-series.ts';
import { FluidSensors } from '../../features/sensors/fluid-sensors.tsx';
import { NoSentries } from '../../features/sentries/no-sentries.tsx';
import { SentryPanel } from '../../features/sentries/sentry-panel.tsx';
import { useRecentHistory } from '../../features/sentries/use-recent-history.ts';
import { useProfile } from '../../features/session/use-session.ts';
import { LocationCameras } from '../../features/video/camera/location-cameras.tsx';
import { useText } from '../../lib/texts.ts';
import { useTitle } from '../../ui/use-title.ts';
import styles from './location.module.css';

export default function Location() {
  const { id = '' } = useParams();
  const t = useText();
  const { permissions } = useProfile();
  const { page, error, retry } = useLocationPage(id);
  useTitle(page?.location.name || t('shell.page.location'));
  if (error !== undefined) return <LocationProblem error={error} onRetry={retry} />;
  if (page === undefined) return <LocationSkeleton />;
  const mayAdd = isLocationAdmin(permissions, id);
  const isEmpty = page.sentries.length === 0;
  return (
    <>
      <LocationHead location={page.location}>
        {mayAdd && (
          <Button component={Link} to={`/locations/${id}/setup`} variant={isEmpty ? 'filled' : 'default'}>
            {t('shell.page.addSentry')}
          </Button>
        )}
      </LocationHead>
      <LocationTabs id={id} />
      <OpenAlertList alerts={page.alerts} withoutLocation />
      {isEmpty ? <NoSentries location={id} mayAdd={mayAdd} /> : <Columns page={page} mayAdd={mayAdd} />}
    </>
  );
}

/** What is measured, and what is watched for. */
function Columns({ page, mayAdd }: { readonly page: LocationPageOut; readonly mayAdd: boolean }) {
  const { location, sentries, readings, watched, fluidSensors, zones, assets, edits, hasCamera } = page;
  const { guid, timezone } = location;
  const { useCelsius } = useProfile().preferences;
  const { series } = useLocationSeries(guid);
  return (
    <div className={styles.columns}>
      <div className="stack">
        <SentryPanels page={page} />
        {series !== undefined && series.length > 0 && <ActivityGrid location={guid} series={series} />}
      </div>
      <div className="stack">
        <LocationCameras location={guid} timezone={timezone} hasCamera={hasCamera} />
        <ThermalPictures sentries={sentries} readings={readings} timezone={timezone} zones={zones} assets={assets} />
        <FluidSensors location={guid} found={fluidSensors} mayPair={mayAdd} />
        <WatchedRules location={guid} watched={watched} sentries={sentries} useCelsius={useCelsius}>
          <RecentEdits location={guid} edits={edits} />
        </WatchedRules>
      </div>
    </div>
  );
}

function SentryPanels({ page: { location, sentries, readings, alerts } }: { readonly page: LocationPageOut }) {
  const { useCelsius } = useProfile().preferences;
  const recent = useRecentHistory(location.guid, readings);
  const hot = alarmingSeriesOf(alerts);
  return sentries.map((sentry) => (
    <SentryPanel
      key={sentry.guid}
      sentry={sentry}
      readings={readings.filter((item) => item.sentry === sentry.guid)}
      recent={recent}
      hot={hot}
      useCelsius={useCelsius}
    />
  ));
}
