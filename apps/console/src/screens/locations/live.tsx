/** /locations/:id/live: the live picture of the cameras, beside what the sentry measures. */
import type { LocationPageOut } from '@picket/contracts/types';
import { useParams } from 'react-router';
import { alarmingSeriesOf } from '../../features/alerts/alarming-series.ts';
import { OpenAlertList } from '../../features/alerts/open-alert-list.tsx';
import {
  LocationHead,
  LocationProblem,
  LocationSkeleton,
  LocationTabs,
  useLocationTitle,
} from '../../features/locations/location-frame.tsx';
import { useLocationPage } from '../../features/locations/use-location-page.ts';
import { SentryPanel } from '../../features/sentries/sentry-panel.tsx';
import { useRecentHistory } from '../../features/sentries/use-recent-history.ts';
import { useProfile } from '../../features/session/use-session.ts';
import { LiveView } from '../../features/video/live-view.tsx';
import { NoCameras } from '../../features/video/no-cameras.tsx';
import { useLocationCamera } from '../../features/video/use-location-camera.ts';
import { problemText } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { Problem } from '../../ui/problem.tsx';

export default function Live() {
  const { id = '' } = useParams();
  const t = useText();
  const { page, error, retry } = useLocationPage(id);
  const camera = useLocationCamera(id);
  useLocationTitle(page?.location, t('shell.page.live'));
  if (error !== undefined) return <LocationProblem error={error} onRetry={retry} />;
  if (page === undefined) return <LocationSkeleton />;
  const { location, alerts } = page;
  const { data: shown } = camera;
  const hasCamera = shown?.cameras.some((one) => one.hasCamera) ?? false;
  return (
    <>
      <LocationHead location={location} title={t('shell.page.live')} />
      <LocationTabs id={id} />
      {camera.error && !shown && (
        <Problem title={t('video.loadProblem')} text={problemText(camera.error)} onRetry={() => void camera.mutate()} />
      )}
      {!shown && !camera.error && <div className="skeleton" style={{ height: 560 }} aria-hidden="true" />}
      {shown && !hasCamera && <NoCameras />}
      {shown && hasCamera && (
        <LiveView location={id} timezone={location.timezone} camera={shown}>
          {(sentry) => (
            <>
              <OpenAlertList alerts={alerts} withoutLocation />
              <Readings page={page} sentry={sentry} />
            </>
          )}
        </LiveView>
      )}
    </>
  );
}

interface ReadingsProps {
  readonly page: LocationPageOut;
  readonly sentry: string;
}

function Readings({ page: { location, sentries, readings, alerts }, sentry: guid }: ReadingsProps) {
  const { useCelsius } = useProfile().preferences;
  const recent = useRecentHistory(location.guid, readings);
  const sentry = sentries.find((one) => one.guid === guid);
  if (sentry === undefined) return null;
  return (
    <SentryPanel
      sentry={sentry}
      readings={readings.filter((reading) => reading.sentry === guid)}
      recent={recent}
      hot={alarmingSeriesOf(alerts)}
      useCelsius={useCelsius}
    />
  );
}
