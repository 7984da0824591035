/** /locations/:id/setup: add a sentry step by step; waits live for the device and its first readings. */
import { Button, NumberInput } from '@mantine/core';
import type { SentryOut } from '@picket/contracts/types';
import { type ReactNode, useState } from 'react';
import { Link, useParams } from 'react-router';
import { LocationProblem, LocationSkeleton } from '../../features/locations/location-frame.tsx';
import { ActivationCode } from '../../features/sentries/activation-code.tsx';
import '../../features/sentries/sentries.css';
import { WalkTest } from '../../features/sentries/walk-test.tsx';
import { useProfile } from '../../features/session/use-session.ts';
import { metricLabel, ReadingValue } from '../../features/telemetry/reading-value.tsx';
import { api, fieldProblem, refresh, useApi } from '../../lib/api.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { DraftRestoredBanner } from '../../ui/draft-restored-banner.tsx';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { isValidName, NameField } from '../../ui/name-field.tsx';
import { useTitle } from '../../ui/use-title.ts';

const POLL_INTERVAL_MS = 2000;

export default function Setup() {
  const { id = '' } = useParams();
  useTitle('Add sentry');
  const location = useApi('GET /locations/{guid}', { params: { guid: id } });
  const [added, setAdded] = useState<{ sentry: SentryOut; code: string } | null>(null);
  if (location.error && !location.data)
    return <LocationProblem error={location.error} onRetry={() => void location.mutate()} />;
  if (!location.data) return <LocationSkeleton />;
  return (
    <>
      <h1>Add sentry{location.data ? ` to ${location.data.name}` : ''}</h1>
      {added === null ? (
        <NameForm location={id} onAdded={(sentry, code) => setAdded({ sentry, code })} />
      ) : (
        <Waiting location={id} sentry={added.sentry} code={added.code} />
      )}
    </>
  );
}

function NameForm({
  location,
  onAdded,
}: {
  readonly location: string;
  readonly onAdded: (sentry: SentryOut, code: string) => void;
}) {
  const known = useApi('GET /sentries', { query: { location, limit: 500 } });
  const others = (known.data?.items ?? []).map((sentry) => sentry.name);
  const draft = useDraft<{ name: string; interval: number | string }>(useProfile().guid, `sentry at ${location}`, {
    name: '',
    interval: 60,
  });
  const { name, interval } = draft.value;
  const seconds = Number(interval);
  const isInterval = Number.isInteger(seconds) && seconds >= 1 && seconds <= 86_400;

  const { busy, problem, submit, reset } = useSubmit(async () => {
    const made = await api('POST /locations/{guid}/sentries', {
      params: { guid: location },
      body: { name, reportIntervalSeconds: seconds },
    });
    draft.clear();
    await refresh('GET /sentries');
    onAdded(made, made.activationCode);
  });

  return (
    <Form className="form narrow" dirty={draft.isDirty} onSubmit={() => void submit()}>
      <DraftRestoredBanner draft={draft} />
      <NameField
        description="Where it is installed, so that an alert says where to go."
        placeholder="North rack"
        value={name}
        takenNames={others}
        problem={problem}
        onChange={(next) => {
          draft.change({ ...draft.value, name: next });
          reset();
        }}
      />
      <NumberInput
        label="Reports every (seconds)"
        description="Its sensors’ readings hold for two and a half times as long."
        min={1}
        max={86_400}
        value={interval}
        onChange={(next) => draft.change({ ...draft.value, interval: next })}
        error={isInterval ? fieldProblem(problem, 'reportIntervalSeconds') : 'between 1 and 86,400 seconds'}
        required
      />
      <FormProblem problem={problem} fields={['name', 'reportIntervalSeconds']} />
      <div className="row">
        <Button type="submit" loading={busy} disabled={!isValidName(name, others) || !isInterval}>
          Add sentry
        </Button>
        <Button component={Link} to={`/locations/${location}`} variant="default">
          Cancel
        </Button>
      </div>
    </Form>
  );
}

function Waiting({
  location,
  sentry,
  code,
}: {
  readonly location: string;
  readonly sentry: SentryOut;
  readonly code: string;
}) {
  const { useCelsius } = useProfile().preferences;
  // The activation arrives as a live event; polling covers an interrupted stream.
  const current = useApi(
    'GET /sentries/{guid}',
    { params: { guid: sentry.guid } },
    { refreshInterval: POLL_INTERVAL_MS },
  );
  const latest = useApi(
    'GET /locations/{guid}/latest',
    { params: { guid: location } },
    { refreshInterval: POLL_INTERVAL_MS },
  );
  const isActive = current.data?.activatedAt !== undefined;
  const readings = (latest.data?.items ?? []).filter((item) => item.sentry === sentry.guid);
  const hasReadings = readings.length > 0;
  return (
    <section className="card pad stack" aria-label={`Setting up ${sentry.name}`}>
      <ol className="steps">
        <Step done number={1} title={`${sentry.name} is added`} />
        <Step done={isActive} number={2} title={isActive ? 'Its device is activated' : 'Give this code to the device'}>
          {!isActive && (
            <div className="stack">
              <ActivationCode code={code} />
              <p className="muted small">No device at hand? Simulate one on this machine:</p>
              <code className="command" tabIndex={0}>
                npm run sentry -- --server {window.location.origin} --code {code}
              </code>
            </div>
          )}
        </Step>
        <Step
          done={hasReadings}
          number={3}
          title={hasReadings ? 'Its readings arrive' : 'Waiting for its first readings'}
        >
          {hasReadings && (
            <div className="sentry-readings">
              {readings.slice(0, 8).map(({ sensorMetricId, column, at, value, holdSeconds }) => (
                <ReadingValue
                  key={metricLabel(sensorMetricId, column) + column}
                  sentry={sentry.guid}
                  sensorMetricId={sensorMetricId}
                  column={column}
                  fetched={{ at: Date.parse(at), value }}
                  holdSeconds={holdSeconds}
                  useCelsius={useCelsius}
                />
              ))}
            </div>
          )}
        </Step>
        {hasReadings && (
          <Step done={false} number={4} title="Walk test">
            <WalkTest readings={readings} />
          </Step>
        )}
      </ol>
      <div role="status" className="visually-hidden">
        {hasReadings ? 'Readings arrive.' : isActive ? 'The device is activated.' : 'Waiting for the device.'}
      </div>
      <div>
        <Button component={Link} to={`/locations/${location}`} variant={hasReadings ? 'filled' : 'default'}>
          {hasReadings ? 'View location' : 'Finish later'}
        </Button>
      </div>
    </section>
  );
}

function Step({
  done,
  number,
  title,
  children,
}: {
  readonly done: boolean;
  readonly number: number;
  readonly title: string;
  readonly children?: ReactNode;
}) {
  return (
    <li>
      <span className={`step-mark${done ? ' done' : ''}`} aria-hidden="true">
        {done ? '✓' : number}
      </span>
      <div className="stack">
        <h2>
          {title}
          <span className="visually-hidden">{done ? ' (done)' : ''}</span>
        </h2>
        {children}
      </div>
    </li>
  );
}
