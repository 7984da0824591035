/** One device: how it is, what it is called, how it is replaced and removed. */
import { Button, NumberInput } from '@mantine/core';
import type { LatestReadingOut, SentryOut } from '@picket/contracts/types';
import { formatDuration } from '@picket/domain/ages';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { api, fieldProblem, refresh, useApi } from '../../lib/api.ts';
import { formatAgo } from '../../lib/format-relative-time.ts';
import { useLastSeenAt } from '../../lib/live-readings.ts';
import { useNow } from '../../lib/now.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { ifUnmodifiedSince, useSave } from '../../lib/use-save.ts';
import {
  AttributesEditor,
  areValidAttributes,
  fromAttributeRows,
  toAttributeRows,
} from '../../ui/attributes-editor.tsx';
import { DraftRestoredBanner } from '../../ui/draft-restored-banner.tsx';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { isValidName, NameField } from '../../ui/name-field.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { showToast } from '../../ui/toasts.ts';
import { DeviceActions } from './device-actions.tsx';
import { DeviceFacts } from './device-facts.tsx';
import { SimulatedBadge } from './simulated-badge.tsx';
import { SimulationActions } from './simulation-actions.tsx';

const OFFLINE_AFTER_MS = 120_000;

interface Props {
  readonly sentry: SentryOut;
  readonly readings: readonly LatestReadingOut[];
  /** The names of the other sentries of the location. */
  readonly others: readonly string[];
  readonly person: string;
  readonly mayChange: boolean;
  /** Its sensors, made by those who know them. */
  readonly children: ReactNode;
}

export function DeviceCard({ sentry, readings, others, person, mayChange, children }: Props) {
  const now = useNow();
  const lastSeenAt = useLastSeenAt(
    sentry.guid,
    sentry.lastReceivedAt === undefined ? null : Date.parse(sentry.lastReceivedAt),
  );
  const network = useApi('GET /sentries/{guid}/network', mayChange ? { params: { guid: sentry.guid } } : null);
  const isActive = sentry.activatedAt !== undefined;
  const isOnline = lastSeenAt !== null && now - lastSeenAt <= OFFLINE_AFTER_MS;
  const battery = readings.find(
    ({ sensorMetricId, column }) => sensorMetricId === 'power_battery' && column === 'percent',
  );
  const report = network.data?.report;
  const facts: readonly (readonly [name: string, value: string])[] = [
    ['Last seen', lastSeenAt === null ? 'never' : `${formatDuration(Math.max(0, now - lastSeenAt))} ago`],
    ['Reports every', formatDuration(sentry.reportIntervalSeconds * 1000)],
    ['Battery', battery?.value == null ? 'none' : `${battery.value.toFixed(0)} %, ${formatAgo(battery.at, now)}`],
    ['Firmware', sentry.softwareVersion ?? 'not known yet'],
    ['Model', sentry.model ?? 'not known yet'],
    ['Serial number', sentry.serialNumber ?? 'not known yet'],
    ...(mayChange
      ? ([
          [
            'Signal',
            report === undefined
              ? 'not known yet'
              : report.signalDbm === undefined
                ? `wired, ${formatAgo(report.at, now)}`
                : `${report.signalDbm} dBm, ${formatAgo(report.at, now)}`,
          ],
          ['Activated', sentry.activatedAt === undefined ? 'not yet' : formatAgo(sentry.activatedAt, now)],
        ] as const)
      : []),
  ];
  return (
    <section className="card device" aria-label={sentry.name}>
      <div className="row">
        <h2>{sentry.name}</h2>
        {isActive ? (
          <StateBadge state={isOnline ? 'ok' : 'offline'} />
        ) : (
          <StateBadge state="none" label="Waiting for activation" />
        )}
        {sentry.simulatedUntil !== undefined && <SimulatedBadge />}
        {sentry.clockSkewed && <StateBadge state="warning" label="Clock skewed" />}
        <span className="grow" />
        {isActive && (
          <Button
            size="xs"
            variant="default"
            component={Link}
            to={`/locations/${sentry.location}/settings/devices/${sentry.guid}/policies`}
          >
            Policies<span className="visually-hidden"> of {sentry.name}</span>
          </Button>
        )}
        {mayChange && (
          <Button
            size="xs"
            variant="default"
            component={Link}
            to={`/locations/${sentry.location}/settings/devices/${sentry.guid}/network`}
          >
            Network<span className="visually-hidden"> of {sentry.name}</span>
          </Button>
        )}
      </div>
      <DeviceFacts facts={facts} />
      <details>
        <summary>Sensors and their offsets</summary>
        {children}
      </details>
      {mayChange && (
        <>
          <details>
            <summary>Name, interval and attributes</summary>
            <SentryForm sentry={sentry} others={others} person={person} />
          </details>
          <DeviceHistory sentry={sentry} />
          {sentry.simulatedUntil === undefined ? (
            <DeviceActions sentry={sentry} isActive={isActive} />
          ) : (
            <SimulationActions sentry={sentry} simulatedUntil={sentry.simulatedUntil} />
          )}
        </>
      )}
    </section>
  );
}

function SentryForm({
  sentry,
  others,
  person,
}: {
  readonly sentry: SentryOut;
  readonly others: readonly string[];
  readonly person: string;
}) {
  const draft = useDraft<{ name: string; interval: number | string; rows: ReturnType<typeof toAttributeRows> }>(
    person,
    `sentry ${sentry.guid}`,
    {
      name: sentry.name,
      interval: sentry.reportIntervalSeconds,
      rows: toAttributeRows(sentry.attributes),
    },
  );
  const { name, interval, rows } = draft.value;
  const seconds = Number(interval);
  const isInterval = Number.isInteger(seconds) && seconds >= 1 && seconds <= 86_400;
  const { busy, problem, submit, reset } = useSave(
    async () => {
      await api('PATCH /sentries/{guid}', {
        params: { guid: sentry.guid },
        body: { name, reportIntervalSeconds: seconds, attributes: fromAttributeRows(rows) },
        headers: ifUnmodifiedSince(sentry),
      });
      draft.clear();
      await refresh('GET /sentries');
      showToast('Saved');
    },
    () => refresh('GET /sentries'),
  );
  return (
    <Form
      className="form narrow"
      label={`Name, interval and attributes of ${sentry.name}`}
      dirty={draft.isDirty}
      onSubmit={() => void submit()}
    >
      <DraftRestoredBanner draft={draft} />
      <NameField
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
        min={1}
        max={86_400}
        value={interval}
        error={isInterval ? fieldProblem(problem, 'reportIntervalSeconds') : 'between 1 and 86,400 seconds'}
        onChange={(next) => draft.change({ ...draft.value, interval: next })}
      />
      <AttributesEditor rows={rows} onChange={(next) => draft.change({ ...draft.value, rows: next })} />
      <FormProblem problem={problem} fields={['name', 'reportIntervalSeconds']} />
      <div>
        <Button
          type="submit"
          loading={busy}
          disabled={!draft.isDirty || !isValidName(name, others) || !isInterval || !areValidAttributes(rows)}
        >
          Save
        </Button>
      </div>
    </Form>
  );
}

/** The devices that were this sentry, newest first. */
function DeviceHistory({ sentry }: { readonly sentry: SentryOut }) {
  const now = useNow();
  const [isOpen, setOpen] = useState(false);
  const { data } = useApi(
    'GET /sentries/{guid}/activations',
    isOpen ? { params: { guid: sentry.guid }, query: { limit: 20 } } : null,
  );
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Devices that were {sentry.name}</summary>
      {isOpen && !data && <div className="skeleton" style={{ height: 40 }} aria-hidden="true" />}
      {data?.items.length === 0 && <p className="muted">None has been activated yet.</p>}
      <ul className="sensor-offsets">
        {data?.items.map(({ activatedAt, model, serialNumber, softwareVersion }, index) => (
          <li key={activatedAt}>
            <span>
              {model}, {serialNumber}{' '}
              <span className="muted small">
                firmware {softwareVersion}, activated {formatAgo(activatedAt, now)}
              </span>
              {index === 0 && <span className="tag good">in use</span>}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
