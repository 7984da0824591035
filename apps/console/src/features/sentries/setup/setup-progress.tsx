/** A sentry on its way into service: what its device has done so far, and what to do where it does not come further. */
import { Button } from '@mantine/core';
import type { SetupOut } from '@picket/contracts/types';
import { formatDuration } from '@picket/domain/ages';
import { columnOf, metricRank } from '@picket/domain/metrics';
import type { ReactNode } from 'react';
import { formatAgo } from '../../../lib/format-relative-time.ts';
import { useNow } from '../../../lib/now.ts';
import { useAction } from '../../../ui/use-action.ts';
import { useProfile } from '../../session/index.ts';
import { metricLabel, ReadingValue } from '../../telemetry/index.ts';
import { ActivationCode } from '../activation-code.tsx';
import { SimulatedBadge } from '../simulated-badge.tsx';
import { WalkTest } from '../walk-test.tsx';

const SHOWN_READINGS = 8;

type SentrySetup = NonNullable<SetupOut['sentry']>;

interface Props {
  readonly sentry: SentrySetup;
  readonly code: string | null;
  readonly onRenewCode: () => Promise<void>;
  /** Offers another way where its device has no sensors. */
  readonly alternative: ReactNode;
  readonly children: ReactNode;
}

export function SetupProgress({ sentry, code, onRenewCode, alternative, children }: Props) {
  const { name, activatedAt, readings, simulatedUntil } = sentry;
  const isActive = activatedAt !== undefined;
  const hasReadings = readings.length > 0;
  return (
    <section className="card pad stack" aria-label={`Setting up ${name}`}>
      <ol className="steps">
        <Step isDone number={1} title={`${name} is added`}>
          {simulatedUntil !== undefined && <SimulatedNote until={simulatedUntil} />}
        </Step>
        <Step
          isDone={isActive}
          number={2}
          title={isActive ? 'Its device is activated' : 'Give this code to the device'}
        >
          {isActive ? <Activated sentry={sentry} /> : <Code code={code} onRenew={onRenewCode} />}
        </Step>
        <Step isDone={hasReadings} number={3} title={hasReadings ? 'Its readings arrive' : 'Its first readings'}>
          {hasReadings ? <Readings sentry={sentry} /> : <NoReadings sentry={sentry}>{alternative}</NoReadings>}
        </Step>
        {hasReadings && simulatedUntil === undefined && (
          <Step isDone={false} number={4} title="Walk test">
            <WalkTest readings={readings.map((reading) => ({ ...reading, sentry: sentry.guid }))} />
          </Step>
        )}
      </ol>
      <div role="status" className="visually-hidden">
        {hasReadings ? 'Readings arrive.' : isActive ? 'The device is activated.' : 'Waiting for the device.'}
      </div>
      {children}
    </section>
  );
}

interface StepProps {
  readonly isDone: boolean;
  readonly number: number;
  readonly title: string;
  readonly children?: ReactNode;
}

function Step({ isDone, number, title, children }: StepProps) {
  return (
    <li>
      <span className={`step-mark${isDone ? ' done' : ''}`} aria-hidden="true">
        {isDone ? '✓' : number}
      </span>
      <div className="stack">
        <h2>
          {title}
          <span className="visually-hidden">{isDone ? ' (done)' : ''}</span>
        </h2>
        {children}
      </div>
    </li>
  );
}

function SimulatedNote({ until }: { readonly until: string }) {
  const now = useNow();
  return (
    <div className="row">
      <SimulatedBadge />
      <span className="small muted">
        Its values are made up. It is removed in {formatDuration(Math.max(0, Date.parse(until) - now))}.
      </span>
    </div>
  );
}

function Code({ code, onRenew }: { readonly code: string | null; readonly onRenew: () => Promise<void> }) {
  const { busy, run } = useAction(onRenew);
  if (code === null)
    return (
      <div className="stack-tight">
        <p className="muted">Its device has not been activated yet. A code is shown once; get a new one to go on.</p>
        <div>
          <Button variant="default" loading={busy} onClick={() => void run()}>
            New activation code
          </Button>
        </div>
      </div>
    );
  return (
    <div className="stack">
      <ActivationCode code={code} />
      <p className="muted small">
        On a computer with sensors, in the folder of Picket. It reports temperature, humidity, mains and battery where
        the computer has such sensors:
      </p>
      <code className="command" tabIndex={0}>
        npm run sentry -- --server {window.location.origin} --code {code}
      </code>
    </div>
  );
}

function Activated({ sentry: { activatedAt, model } }: { readonly sentry: SentrySetup }) {
  const now = useNow();
  return (
    <p className="muted">
      {model}
      {activatedAt !== undefined && `, ${formatAgo(activatedAt, now)}`}
    </p>
  );
}

/** Why there are none: not activated, not reported, or a device without sensors. */
function NoReadings({ sentry, children }: { readonly sentry: SentrySetup; readonly children: ReactNode }) {
  const now = useNow();
  const { activatedAt, lastReceivedAt } = sentry;
  if (activatedAt === undefined) return <p className="muted">They arrive once the device is activated.</p>;
  if (lastReceivedAt === undefined) return <p className="muted">The device is online and has not reported yet.</p>;
  return (
    <div className="stack-tight">
      <p>
        The device reports, last {formatAgo(lastReceivedAt, now)}, but without readings: it has no sensors that the
        Picket sentry can read.
      </p>
      <p className="muted">Connect a sensor to it, or go on with a simulated sentry.</p>
      {children}
    </div>
  );
}

function Readings({ sentry: { guid, readings } }: { readonly sentry: SentrySetup }) {
  const { useCelsius } = useProfile().preferences;
  const shown = readings
    .filter(({ sensorMetricId, column }) => !columnOf(sensorMetricId, column)?.isSecondary)
    .sort((a, b) => metricRank(a.sensorMetricId) - metricRank(b.sensorMetricId))
    .slice(0, SHOWN_READINGS);
  return (
    <div className="sentry-readings">
      {shown.map(({ sensorMetricId, column, at, value, holdSeconds }) => (
        <ReadingValue
          key={metricLabel(sensorMetricId, column) + column}
          sentry={guid}
          sensorMetricId={sensorMetricId}
          column={column}
          fetched={{ at: Date.parse(at), value }}
          holdSeconds={holdSeconds}
          useCelsius={useCelsius}
        />
      ))}
    </div>
  );
}
