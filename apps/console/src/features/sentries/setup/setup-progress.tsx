/** A sentry on its way into service: what its device has done so far, and what to do where it does not come further. */
import { Button } from '@mantine/core';
import type { SetupOut } from '@picket/contracts/types';
import { isShownColumn, metricRank } from '@picket/domain/metrics';
import type { ReactNode } from 'react';
import { useNow } from '../../../lib/now.ts';
import { useText } from '../../../lib/texts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { hidden } from '../../../ui/rich-tags.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { ReadingValue } from '../../readings/index.ts';
import { useProfile } from '../../session/index.ts';
import { ActivationCode } from '../activation-code.tsx';
import sentryPanel from '../sentry-panel.module.css';
import { SimulatedBadge } from '../simulated-badge.tsx';
import { WalkTest } from '../walk-test.tsx';
import styles from './setup.module.css';

const SHOWN_READINGS = 8;
/** What starts a device. */
const COMMAND = ['npm', 'run', 'sentry', '--'];

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
  const t = useText();
  const { name, activatedAt, readings, simulatedUntil } = sentry;
  const isActive = activatedAt !== undefined;
  const hasReadings = readings.length > 0;
  return (
    <section className="card pad stack" aria-label={t('setup.progress.label', { sentry: name })}>
      <ol className={styles.steps}>
        <Step isDone number={1} title={t('setup.progress.added', { sentry: name })}>
          {simulatedUntil !== undefined && <SimulatedNote until={simulatedUntil} />}
        </Step>
        <Step
          isDone={isActive}
          number={2}
          title={isActive ? t('setup.progress.activated') : t('setup.progress.enterCode')}
        >
          {isActive ? <Activated sentry={sentry} /> : <Code code={code} onRenew={onRenewCode} />}
        </Step>
        <Step
          isDone={hasReadings}
          number={3}
          title={hasReadings ? t('setup.progress.readings') : t('setup.progress.firstReadings')}
        >
          {hasReadings ? <Readings sentry={sentry} /> : <NoReadings sentry={sentry}>{alternative}</NoReadings>}
        </Step>
        {hasReadings && simulatedUntil === undefined && (
          <Step isDone={false} number={4} title={t('setup.walk.title')}>
            <WalkTest readings={readings.map((reading) => ({ ...reading, sentry: sentry.guid }))} />
          </Step>
        )}
      </ol>
      <div role="status" className="visually-hidden">
        {hasReadings
          ? t('setup.progress.statusReadings')
          : isActive
            ? t('setup.progress.statusActivated')
            : t('setup.progress.statusWaiting')}
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
  const t = useText();
  return (
    <li>
      <span className={styles.mark} data-done={isDone || undefined} aria-hidden="true">
        {isDone ? '✓' : number}
      </span>
      <div className="stack">
        <h2>{isDone ? t.rich('setup.progress.done', { step: title, hidden }) : title}</h2>
        {children}
      </div>
    </li>
  );
}

function SimulatedNote({ until }: { readonly until: string }) {
  const t = useText();
  const formats = useFormats();
  const now = useNow();
  return (
    <div className="row">
      <SimulatedBadge />
      <span className="small muted">
        {t('setup.progress.simulated', { duration: formats.duration(Math.max(0, Date.parse(until) - now)) })}
      </span>
    </div>
  );
}

function Code({ code, onRenew }: { readonly code: string | null; readonly onRenew: () => Promise<void> }) {
  const t = useText();
  const { busy, run } = useAction(onRenew);
  if (code === null)
    return (
      <div className="stack-tight">
        <p className="muted">{t('setup.code.lost')}</p>
        <div>
          <Button variant="default" loading={busy} onClick={() => void run()}>
            {t('setup.code.renew')}
          </Button>
        </div>
      </div>
    );
  return (
    <div className="stack">
      <ActivationCode code={code} />
      <p className="muted small">{t('setup.code.command')}</p>
      <code className={styles.command} tabIndex={0}>
        {[...COMMAND, '--server', window.location.origin, '--code', code].join(' ')}
      </code>
    </div>
  );
}

function Activated({ sentry: { activatedAt, model } }: { readonly sentry: SentrySetup }) {
  const t = useText();
  const formats = useFormats();
  const now = useNow();
  if (activatedAt === undefined || model === undefined) return <p className="muted">{model}</p>;
  return <p className="muted">{t('setup.progress.activatedModel', { model, ago: formats.ago(activatedAt, now) })}</p>;
}

/** Why there are none: not activated, not reported, or a device without sensors. */
function NoReadings({ sentry, children }: { readonly sentry: SentrySetup; readonly children: ReactNode }) {
  const now = useNow();
  const t = useText();
  const formats = useFormats();
  const { activatedAt, lastReceivedAt } = sentry;
  if (activatedAt === undefined) return <p className="muted">{t('setup.readings.afterActivation')}</p>;
  if (lastReceivedAt === undefined) return <p className="muted">{t('setup.readings.notReported')}</p>;
  return (
    <div className="stack-tight">
      <p>{t('setup.readings.noSensors', { ago: formats.ago(lastReceivedAt, now) })}</p>
      <p className="muted">{t('setup.readings.alternative')}</p>
      {children}
    </div>
  );
}

function Readings({ sentry: { guid, readings } }: { readonly sentry: SentrySetup }) {
  const { useCelsius } = useProfile().preferences;
  const shown = readings
    .filter(({ sensorMetricId, column }) => isShownColumn(sensorMetricId, column))
    .sort((a, b) => metricRank(a.sensorMetricId) - metricRank(b.sensorMetricId))
    .slice(0, SHOWN_READINGS);
  return (
    <div className={sentryPanel.readings}>
      {shown.map(({ sensorMetricId, column, at, value, holdSeconds }) => (
        <ReadingValue
          key={`${sensorMetricId}.${column}`}
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
