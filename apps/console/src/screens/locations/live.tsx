/** /locations/:id/live: the live picture of the cameras, beside what the sentry measures. */
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
import { useLocationNow } from '../../features/locations/use-location-now.ts';
import { limitsOf } from '../../features/policies/policy-text.ts';
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
  const location = useLocationData(id);
  const { data: camera, error, mutate } = useLocationCamera(id);
  const { alerts, alarmingSeries } = useOpenAlerts(id);
  useLocationTitle(location.data, t('shell.page.live'));
  if (location.error && !location.data)
    return <LocationProblem error={location.error} onRetry={() => void location.mutate()} />;
  if (!location.data) return <LocationSkeleton />;
  const { timezone } = location.data;
  const hasCamera = camera?.cameras.some((one) => one.hasCamera) ?? false;
  return (
    <>
      <LocationHead location={location.data} title={t('shell.page.live')} />
      <LocationTabs id={id} />
      {error && !camera && (
        <Problem title={t('video.loadProblem')} text={problemText(error)} onRetry={() => void mutate()} />
      )}
      {!camera && !error && <div className="skeleton" style={{ height: 560 }} aria-hidden="true" />}
      {camera && !hasCamera && <NoCameras />}
      {camera && hasCamera && (
        <LiveView location={id} timezone={timezone} camera={camera}>
          {(sentry) => (
            <>
              <OpenAlertList alerts={alerts} withoutLocation />
              <Readings location={id} sentry={sentry} hot={alarmingSeries} />
            </>
          )}
        </LiveView>
      )}
    </>
  );
}

interface ReadingsProps {
  readonly location: string;
  readonly sentry: string;
  /** Series that an open alert is about. */
  readonly hot: ReturnType<typeof useOpenAlerts>['alarmingSeries'];
}

function Readings({ location, sentry: guid, hot }: ReadingsProps) {
  const { useCelsius } = useProfile().preferences;
  const { sentries, readings, policies } = useLocationNow(location);
  const { history, span } = useRecentHistory(location);
  const sentry = sentries.find((one) => one.guid === guid);
  if (sentry === undefined) return null;
  return (
    <SentryPanel
      sentry={sentry}
      latest={readings.filter((reading) => reading.sentry === guid)}
      history={history}
      span={span}
      limits={limitsOf}
      policies={policies}
      hot={hot}
      useCelsius={useCelsius}
    />
  );
}
