/** /locations/:id/alert/:alertId: an alert with its evidence. */
import type { AlertDetailOut } from '@picket/contracts/types';
import { formatDuration } from '@picket/domain/ages';
import { isEdit as isEditKind } from '@picket/domain/alert-kinds';
import { SILENCE_METRIC } from '@picket/domain/metrics';
import { isAdmin, isLocationAdmin } from '@picket/domain/permissions';
import { Link, useParams } from 'react-router';
import { AcknowledgeButton } from '../../features/alerts/acknowledge-button.tsx';
import { AlertComments } from '../../features/alerts/alert-comments.tsx';
import { AlertGraph } from '../../features/alerts/alert-graph.tsx';
import { AlertReasons } from '../../features/alerts/alert-reasons.tsx';
import { alertPlace, alertState, alertTimezone, alertTitle } from '../../features/alerts/alert-text.ts';
import { AlertVerdict } from '../../features/alerts/alert-verdict.tsx';
import { PolicyChangeDetails } from '../../features/alerts/policy-change-details.tsx';
import { ResolveButton } from '../../features/alerts/resolve-button.tsx';
import { stepText, stepTone } from '../../features/alerts/step-text.ts';
import { AlertDeliveries, AlertIncident } from '../../features/notifications/alert-deliveries.tsx';
import { SnoozeMenu } from '../../features/notifications/snooze-menu.tsx';
import '../../features/alerts/alerts.css';
import { useProfile } from '../../features/session/use-session.ts';
import { ReadingValue } from '../../features/telemetry/reading-value.tsx';
import { type ApiError, problemText, useApi } from '../../lib/api.ts';
import { formatDateTime, formatTimeWithSeconds, timezoneNote } from '../../lib/format-time.ts';
import { useNow } from '../../lib/now.ts';
import { toSpanQuery } from '../../lib/time-span.ts';
import { Problem } from '../../ui/problem.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { useTitle } from '../../ui/use-title.ts';

const STATE_WORDS = { OPEN: 'Open', RECOVERED: 'Recovered', CLEARED: 'Cleared', RESOLVED: 'Resolved' } as const;

export default function Alert() {
  const { id = '', alertId = '' } = useParams();
  const profile = useProfile();
  const { useCelsius } = profile.preferences;
  const now = useNow();
  const {
    data: alert,
    error,
    mutate,
  } = useApi('GET /alerts/{guid}', { params: { guid: alertId } }, { refreshInterval: 30_000 });
  const latest = useApi('GET /locations/{guid}/latest', { params: { guid: id } });
  useTitle(alert ? alertTitle(alert) : 'Alert');

  if (error && !alert)
    return (
      <Problem
        isPage
        title={isNotFound(error) ? 'Alert not found' : 'The alert could not be loaded'}
        text={isNotFound(error) ? 'It does not exist, or you have no access to its location.' : problemText(error)}
        {...(isNotFound(error) ? { home: '/locations' } : { onRetry: () => void mutate() })}
      />
    );
  if (!alert || (!latest.data && !latest.error))
    return <div className="skeleton" style={{ height: 420 }} aria-hidden="true" />;

  const timezone = alertTimezone(alert);
  const end = alert.endedAt === undefined ? now : Date.parse(alert.endedAt);
  const watched = alert.conditions.filter(({ sensorMetricId }) => sensorMetricId !== SILENCE_METRIC);
  const current = watched.flatMap(({ sensorMetricId, column }) =>
    (latest.data?.items ?? []).filter(
      (item) => item.sentry === alert.sentry?.guid && item.sensorMetricId === sensorMetricId && item.column === column,
    ),
  );
  const zone = timezoneNote(timezone);
  const isEdit = isEditKind(alert.kind);
  const mayRestore =
    alert.location === undefined
      ? isAdmin(profile.permissions)
      : isLocationAdmin(profile.permissions, alert.location.guid);

  return (
    <>
      <div className="row">
        <StateBadge state={alertState(alert)} />
        {alert.corrected && !alert.withdrawn && <StateBadge state="corrected" />}
        <h1>{alertTitle(alert)}</h1>
        <span className="muted">
          {alert.location === undefined ? (
            alertPlace(alert)
          ) : (
            <Link to={`/locations/${alert.location.guid}`}>{alertPlace(alert)}</Link>
          )}
          {alert.sentry && ` · ${alert.sentry.name}`}
          {alert.subject && ` · ${alert.subject}`}
          {alert.policy &&
            ` · ${alert.policy.name}${alert.policy.version > 0 ? `, version ${alert.policy.version}` : ''}`}
        </span>
        <span className="grow" />
        {/* Wraps as one block below the title. */}
        <span className="row">
          {!profile.display && !isEdit && !alert.withdrawn && <SnoozeMenu alert={alert} timezone={timezone} />}
          <ResolveButton alert={alert} />
          {!isEdit && !alert.withdrawn && (
            <AcknowledgeButton alert={alert} variant={alert.state === 'OPEN' ? 'filled' : 'default'} />
          )}
        </span>
      </div>
      <p className="muted num">
        {isEdit ? 'An edit' : alert.withdrawn ? 'Withdrawn' : STATE_WORDS[alert.state]} · {isEdit ? 'made' : 'raised'}{' '}
        {formatDateTime(Date.parse(alert.raisedAt), timezone)}
        {zone && ` ${zone}`}
        {!isEdit &&
          !alert.withdrawn &&
          ` · ${alert.endedAt === undefined ? 'for' : 'lasted'} ${formatDuration(end - Date.parse(alert.raisedAt))}`}
        {alert.muted && alert.state === 'OPEN' && ' · muted by do-not-disturb'}
        {alert.muted &&
          alert.state === 'OPEN' &&
          alert.mutedUntil !== undefined &&
          ` until ${formatDateTime(Date.parse(alert.mutedUntil), timezone)}`}
        {alert.backfilled && ' · backfilled from late readings'}
        {alert.sentryOffline && ' · the sentry is offline, so the alert stays open'}
        {alert.acknowledged?.until !== undefined &&
          ` · acknowledged by ${alert.acknowledged.by} until ${formatDateTime(Date.parse(alert.acknowledged.until), timezone)}, extended by activity`}
      </p>
      {alert.withdrawn && (
        <p className="alert-mark">Later readings showed that this did not happen. The alert is kept but not counted.</p>
      )}
      {alert.corrected && !alert.withdrawn && <p className="alert-mark">Late readings changed its times.</p>}
      <div className="alert-columns">
        <div className="stack">
          <PolicyChangeDetails alert={alert} mayRevert={mayRestore} />
          {watched.map(({ sensorMetricId, column, threshold, operator }) => (
            <section key={`${sensorMetricId}.${column}`} className="card pad" aria-label="Readings around the alert">
              <div className="row">
                <h2>Readings</h2>
                <span className="muted small">around the alert{zone && `, ${zone}`}</span>
                <span className="grow" />
                {alert.location !== undefined && (
                  <Link
                    className="small"
                    to={historyPath(alert.location.guid, alert, `${sensorMetricId}.${column}`, end)}
                  >
                    Open in history
                  </Link>
                )}
              </div>
              <AlertGraph
                alert={alert}
                sensorMetricId={sensorMetricId}
                column={column}
                threshold={threshold}
                operator={operator}
                holdMs={(current[0]?.holdSeconds ?? 150) * 1000}
                useCelsius={useCelsius}
              />
            </section>
          ))}
          <section className="card pad" aria-label="What happened">
            <h2>What happened</h2>
            <ol className="timeline">
              {alert.timeline.map((step, index) => (
                <li key={`${step.at} ${step.code} ${index.toString()}`} className={stepTone(step)}>
                  <span className="muted num">{formatTimeWithSeconds(Date.parse(step.at), timezone)}</span>
                  <span className="mark" />
                  <span>{stepText(step, useCelsius, timezone)}</span>
                </li>
              ))}
            </ol>
          </section>
        </div>
        <div className="stack">
          {current.length > 0 && (
            <section className="card pad stack" aria-label="Now">
              <h2>Now</h2>
              {current.map(({ sentry, sensorMetricId, column, at, value, holdSeconds }) => (
                <ReadingValue
                  key={`${sensorMetricId}.${column}`}
                  sentry={sentry}
                  sensorMetricId={sensorMetricId}
                  column={column}
                  fetched={{ at: Date.parse(at), value }}
                  holdSeconds={holdSeconds}
                  useCelsius={useCelsius}
                  isHot={alert.state === 'OPEN'}
                />
              ))}
            </section>
          )}
          {!isEdit && !profile.display && !alert.withdrawn && <AlertVerdict alert={alert} />}
          <AlertIncident alert={alert} />
          <AlertDeliveries alert={alert} timezone={timezone} />
          {!isEdit && <AlertReasons alert={alert} useCelsius={useCelsius} />}
          <AlertComments alert={alert} timezone={timezone} onAdded={() => void mutate()} />
        </div>
      </div>
    </>
  );
}

const HOUR = 3_600_000;

const isNotFound = ({ status }: ApiError): boolean => status === 404 || status === 400;

/** Returns the history of the alert, with an hour before and after. */
function historyPath(location: string, alert: AlertDetailOut, series: string, end: number): string {
  const named = alert.sentry === undefined ? {} : { sentry: alert.sentry.guid };
  const span = toSpanQuery(Date.parse(alert.startedAt) - HOUR, end + HOUR);
  return `/locations/${location}/history?${new URLSearchParams({ series, ...named, ...span })}`;
}
