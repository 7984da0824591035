/** /locations/:id/settings/maintenance: maintenance windows, during which notifications are suppressed. */
import { Button, TextInput } from '@mantine/core';
import { formatDuration } from '@picket/domain/ages';
import { isLocationAdmin } from '@picket/domain/permissions';
import { formatInstant } from '@picket/domain/time';
import { useState } from 'react';
import { useParams } from 'react-router';
import {
  LocationHead,
  LocationProblem,
  LocationSkeleton,
  LocationTabs,
} from '../../features/locations/location-frame.tsx';
import { useProfile } from '../../features/session/use-session.ts';
import { api, fieldProblem, refresh, useApi } from '../../lib/api.ts';
import { formatDateTime, timezoneNote } from '../../lib/format-time.ts';
import { useNow } from '../../lib/now.ts';
import { plural } from '../../lib/plural.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { formatWallClock, parseWallClock } from '../../lib/zoned-time.ts';
import { DateTimeField } from '../../ui/date-time-field.tsx';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import '../../ui/lists.css';
import { StateBadge } from '../../ui/state-badge.tsx';
import { showErrorToast } from '../../ui/toasts.ts';
import { useTitle } from '../../ui/use-title.ts';

const KEY = 'GET /locations/{guid}/maintenance';
const QUICK_HOURS = [1, 2, 4, 8] as const;
const HOUR = 3_600_000;

export default function MaintenanceWindows() {
  const { id = '' } = useParams();
  const profile = useProfile();
  const now = useNow();
  const location = useApi('GET /locations/{guid}', { params: { guid: id } });
  const windows = useApi(KEY, { params: { guid: id }, query: { limit: 200 } }, { refreshInterval: 30_000 });
  useTitle(location.data ? `${location.data.name}, maintenance` : 'Maintenance');
  const failed = location.error ?? windows.error;
  if (failed && (!location.data || !windows.data))
    return <LocationProblem error={failed} onRetry={() => void Promise.all([location.mutate(), windows.mutate()])} />;
  if (!location.data || !windows.data) return <LocationSkeleton />;
  const { timezone } = location.data;
  const mayChange = isLocationAdmin(profile.permissions, id);
  const end = async (guid: string): Promise<void> => {
    try {
      await api('DELETE /locations/{guid}/maintenance/{window}', { params: { guid: id, window: guid } });
      await refresh(KEY);
    } catch (error) {
      showErrorToast(error);
    }
  };
  return (
    <>
      <LocationHead location={location.data} title="Maintenance" />
      <LocationTabs id={id} />
      <div className="wide">
        <p className="muted">
          During maintenance, alerts are raised and shown, but notifications are suppressed. When it ends, one message
          lists the alerts that are still active.
        </p>
        <section className="card section" aria-label="Current and planned">
          <h2>Current and planned</h2>
          {windows.data.items.length === 0 && <p className="muted">No maintenance is planned.</p>}
          <ul className="list">
            {windows.data.items.map((window) => {
              const [begins, ends] = [Date.parse(window.startsAt), Date.parse(window.endsAt)];
              const isOn = begins <= now;
              return (
                <li key={window.guid}>
                  <span className="main">
                    <strong>{window.reason === '' ? 'Maintenance' : window.reason}</strong>
                    <span className="muted small num">
                      {formatDateTime(begins, timezone)} to {formatDateTime(ends, timezone)} {timezoneNote(timezone)} ·{' '}
                      {window.createdBy}
                      {window.suppressedAlerts > 0 && ` · ${plural(window.suppressedAlerts, 'alert')} suppressed`}
                    </span>
                  </span>
                  <span className="side">
                    <StateBadge
                      state={isOn ? 'warning' : 'info'}
                      label={isOn ? `On, ${formatDuration(ends - now)} left` : `In ${formatDuration(begins - now)}`}
                    />
                    {mayChange && (
                      <Button size="xs" variant="default" onClick={() => void end(window.guid)}>
                        {isOn ? 'End now' : 'Cancel'}
                      </Button>
                    )}
                  </span>
                </li>
              );
            })}
          </ul>
        </section>
        {mayChange && <PlanForm location={id} timezone={timezone} now={now} />}
      </div>
    </>
  );
}

function PlanForm({
  location,
  timezone,
  now,
}: {
  readonly location: string;
  readonly timezone: string;
  readonly now: number;
}) {
  const [reason, setReason] = useState('');
  const [begins, setBegins] = useState('');
  const [ends, setEnds] = useState('');
  const plan = useSubmit(async (startsAt: number | null, endsAt: number) => {
    await api('POST /locations/{guid}/maintenance', {
      params: { guid: location },
      body: {
        ...(startsAt === null ? {} : { startsAt: formatInstant(startsAt) }),
        endsAt: formatInstant(endsAt),
        reason,
      },
    });
    setReason('');
    setBegins('');
    setEnds('');
    await refresh(KEY);
  });
  const endInstant = parseWallClock(ends, timezone);
  const zone = timezoneNote(timezone);
  return (
    <Form
      className="card section"
      label="Plan maintenance"
      dirty={reason !== '' || ends !== ''}
      onSubmit={() => {
        if (endInstant !== null) void plan.submit(begins === '' ? null : parseWallClock(begins, timezone), endInstant);
      }}
    >
      <h2>Plan maintenance</h2>
      <TextInput
        label="Reason"
        maxLength={256}
        value={reason}
        error={fieldProblem(plan.problem, 'reason')}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div className="row">
        <span className="muted small">Start now, for</span>
        {QUICK_HOURS.map((hours) => (
          <Button
            key={hours}
            size="xs"
            variant="default"
            loading={plan.busy}
            onClick={() => void plan.submit(null, Math.ceil(now / 1000) * 1000 + hours * HOUR)}
          >
            {hours} h
          </Button>
        ))}
      </div>
      <div className="filters">
        <DateTimeField
          label={`Or start${zone === '' ? '' : `, ${zone}`}`}
          description="Empty: now"
          value={begins}
          error={fieldProblem(plan.problem, 'startsAt')}
          onChange={setBegins}
        />
        <DateTimeField
          label="End"
          description={`Now it is ${formatWallClock(now, timezone).replace('T', ' ')}`}
          value={ends}
          error={fieldProblem(plan.problem, 'endsAt')}
          onChange={setEnds}
        />
      </div>
      <FormProblem problem={plan.problem} fields={['reason', 'startsAt', 'endsAt']} />
      <div>
        <Button type="submit" loading={plan.busy} disabled={endInstant === null}>
          Plan
        </Button>
      </div>
    </Form>
  );
}
