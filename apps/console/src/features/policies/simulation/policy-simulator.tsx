/** Simulates a reading: would it raise an alert, which rule decides, who would be notified. */
import { Button, Select, TextInput } from '@mantine/core';
import type { SimulationOut } from '@picket/contracts';
import {
  columnOf,
  delayText,
  EACH_READING,
  formatDuration,
  formatInstant,
  hasThreshold,
  isSame,
  type PolicyContent,
  parseDelay,
  recordedOperator,
  SILENCE_METRIC,
  severityLabel,
} from '@picket/domain';
import { useState } from 'react';
import { api, fieldProblem, useApi } from '../../../lib/api.ts';
import { formatDateTime, timezoneNote } from '../../../lib/format-time.ts';
import { formatWallClock, parseWallClock } from '../../../lib/local-time.ts';
import { useNow } from '../../../lib/now.ts';
import { useSubmit } from '../../../lib/use-submit.ts';
import '../../../ui/lists.css';
import { DateTimeField } from '../../../ui/date-time-field.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { StateBadge } from '../../../ui/state-badge.tsx';
import { definitionBody, doNotDisturbBody, sensorName } from '../policy-content.ts';
import { limitText, limitUnit, parseLimit } from '../policy-text.ts';
import { type SentryOption, sentryOptionName } from '../use-sentry-options.ts';

interface Props {
  readonly sentryOptions: readonly SentryOption[];
  /** Selected first. */
  readonly sentryOption: SentryOption;
  /** Only its sensors are offered, and the draft replaces the saved version. */
  readonly draft: { readonly policy: string; readonly content: PolicyContent } | null;
  readonly isAdmin: boolean;
  readonly useCelsius: boolean;
}

interface Question {
  readonly sentry: string;
  readonly series: string;
  readonly value: string;
  /** Wall clock of the sentry's location. */
  readonly at: string;
  readonly lasts: string;
  readonly user: string;
}

export function PolicySimulator({ sentryOptions, sentryOption, draft, isAdmin, useCelsius }: Props) {
  const now = useNow();
  const [question, setQuestion] = useState<Question>({
    sentry: sentryOption.sentry.guid,
    series: '',
    value: '',
    at: formatWallClock(now, sentryOption.location.timezone),
    lasts: '',
    user: '',
  });
  const [answer, setAnswer] = useState<{
    readonly simulation: SimulationOut;
    readonly series: string;
    readonly timezone: string;
    /** The content that was simulated. */
    readonly content: PolicyContent | null;
  } | null>(null);
  const here = sentryOptions.find(({ sentry }) => sentry.guid === question.sentry) ?? sentryOption;
  const { timezone } = here.location;
  const latest = useApi(
    'GET /locations/{guid}/latest',
    { params: { guid: here.location.guid } },
    { revalidateOnFocus: false },
  );
  const users = useApi('GET /users', isAdmin ? { query: { limit: 500 } } : null, { revalidateOnFocus: false });
  const own = (latest.data?.items ?? []).filter(({ sentry }) => sentry === here.sentry.guid);
  const watched = new Set(
    (draft?.content.definition.violations ?? []).flatMap(({ conditions }) =>
      conditions.map(({ sensorMetricId, column }) => `${sensorMetricId}.${column}`),
    ),
  );
  const family = (sensorMetricId: string): string => sensorMetricId.replace(/^fluid-.*_/u, 'fluid_');
  const choices = [
    ...own.map(({ sensorMetricId, column }) => ({ sensorMetricId, column })),
    { sensorMetricId: SILENCE_METRIC, column: 'seconds' },
  ]
    .filter(({ sensorMetricId, column }) => draft === null || watched.has(`${family(sensorMetricId)}.${column}`))
    .map(({ sensorMetricId, column }) => ({
      value: `${sensorMetricId}.${column}`,
      label: choiceName(sensorMetricId, column),
    }));
  const series = choices.some(({ value }) => value === question.series) ? question.series : (choices[0]?.value ?? '');
  const [sensorMetricId = '', column = ''] = splitSeries(series);
  const sample = { ...SAMPLE_CONDITION, sensorMetricId: family(sensorMetricId), column };
  const value = series === '' ? null : parseLimit(sample, question.value, useCelsius);
  const instant = parseWallClock(question.at, timezone);
  const lasts = question.lasts.trim() === '' ? null : parseDelay(question.lasts);
  const isLasting = question.lasts.trim() === '' || (lasts !== null && lasts >= 0);
  const change = (part: Partial<Question>): void => {
    setQuestion({ ...question, ...part });
    setAnswer(null);
    reset();
  };
  const { busy, problem, submit, reset } = useSubmit(async () => {
    if (value === null || instant === null) return;
    const simulation = await api('POST /policies/simulate', {
      body: {
        sentry: here.sentry.guid,
        sensorMetricId,
        column,
        value,
        at: formatInstant(instant),
        ...(lasts === null ? {} : { seconds: lasts }),
        ...(question.user === '' ? {} : { user: question.user }),
        ...(draft === null
          ? {}
          : {
              draft: {
                policy: draft.policy,
                definition: definitionBody(draft.content.definition),
                doNotDisturb: doNotDisturbBody(draft.content.doNotDisturb),
              },
            }),
      },
    });
    setAnswer({ simulation, series, timezone, content: draft?.content ?? null });
  });
  if (latest.data !== undefined && choices.length === 0)
    return (
      <section className="card pad stack" aria-label="Would it alert?">
        <h2>Would it alert?</h2>
        <p className="muted">{here.sentry.name} has no sensor that this policy evaluates.</p>
      </section>
    );
  return (
    <section className="card pad stack" aria-label="Would it alert?">
      <h2>Would it alert?</h2>
      <p className="small muted">Simulate a reading: which rule would raise an alert, and who would be notified?</p>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <div className="filters">
          <Select
            label="At"
            searchable
            allowDeselect={false}
            data={sentryOptions.map((one) => ({ value: one.sentry.guid, label: sentryOptionName(one) }))}
            value={here.sentry.guid}
            onChange={(sentry) => change({ sentry: sentry ?? question.sentry })}
          />
          <Select
            label="Sensor"
            allowDeselect={false}
            data={choices}
            value={series}
            onChange={(next) => change({ series: next ?? '', value: '' })}
          />
          <TextInput
            label={`Reads${unitOf(sample, useCelsius)}`}
            inputMode={sensorMetricId === SILENCE_METRIC ? 'text' : 'decimal'}
            value={question.value}
            error={
              question.value !== '' && value === null
                ? sensorMetricId === SILENCE_METRIC
                  ? 'a time such as 20 min'
                  : 'a number'
                : fieldProblem(problem, 'value')
            }
            onChange={(event) => change({ value: event.currentTarget.value })}
          />
          <TextInput
            label="For"
            placeholder="as long as needed"
            value={question.lasts}
            error={isLasting ? undefined : 'a time such as 90 s'}
            onChange={(event) => change({ lasts: event.currentTarget.value })}
          />
          <DateTimeField
            label={`From${timezoneNote(timezone) === '' ? '' : `, ${timezoneNote(timezone)}`}`}
            value={question.at}
            error={instant === null ? 'a date and a time' : undefined}
            onChange={(at) => change({ at })}
          />
          {isAdmin && (
            <Select
              label="Recipient"
              searchable
              allowDeselect={false}
              data={[
                { value: '', label: 'Everyone' },
                ...(users.data?.items ?? []).map(({ guid, email, displayName }) => ({
                  value: guid,
                  label: displayName ?? email,
                })),
              ]}
              value={question.user}
              onChange={(user) => change({ user: user ?? '' })}
            />
          )}
        </div>
        <FormProblem problem={problem} fields={['value']} />
        <div>
          <Button
            type="submit"
            variant="default"
            loading={busy}
            disabled={value === null || instant === null || !isLasting}
          >
            Simulate
          </Button>
        </div>
      </form>
      <div aria-live="polite">
        {answer !== null && isSame(answer.content, draft?.content ?? null) && (
          <Answer
            simulation={answer.simulation}
            series={answer.series}
            timezone={answer.timezone}
            useCelsius={useCelsius}
          />
        )}
      </div>
    </section>
  );
}

/** A sample condition to format and parse values. */
const SAMPLE_CONDITION = {
  calc: EACH_READING,
  operator: 'GREATER_THAN',
  threshold: 0,
  onsetDelay: 0,
  exitDelay: 0,
  violationStartAdjustment: 0,
} as const;

/** The column follows the last dot. */
const splitSeries = (series: string): readonly [string, string] => {
  const dot = series.lastIndexOf('.');
  return [series.slice(0, dot), series.slice(dot + 1)];
};

function choiceName(sensorMetricId: string, column: string): string {
  const name = sensorName(sensorMetricId.replace(/^fluid-.*_/u, 'fluid_'), column);
  const own = /^fluid-(.*)_/u.exec(sensorMetricId)?.[1];
  return own === undefined ? name : `${name}, ${own.replace('-', ' ')}`;
}

function unitOf(
  sample: typeof SAMPLE_CONDITION & { readonly sensorMetricId: string; readonly column: string },
  useCelsius: boolean,
): string {
  const unit = limitUnit(sample, useCelsius);
  return unit === undefined ? '' : ` (${unit})`;
}

const SOURCE_TEXTS = {
  GLOBAL: 'the organization’s policy',
  OVERRIDE: 'the policy with an override on this device',
  PINNED: 'the pinned copy on this device',
} as const;

const RECIPIENT_TEXTS = {
  CAN_VIEW: 'sees it in the console',
  NO_PERMISSION: 'not notified: no role at this location',
  NOT_SIGNED_UP: 'not notified: has not signed up yet',
} as const;

function Answer({
  simulation,
  series,
  timezone,
  useCelsius,
}: {
  readonly simulation: SimulationOut;
  readonly series: string;
  readonly timezone: string;
  readonly useCelsius: boolean;
}) {
  const [sensorMetricId, column] = splitSeries(series);
  const known = columnOf(sensorMetricId, column)?.label ?? column;
  if (simulation.violations.length === 0) return <p>No rule evaluates {known} here, so no one would be notified.</p>;
  const raised = simulation.violations.filter(({ code, severity }) => code === 'RAISED' && severity > 0);
  const isNotified = raised.some(({ mutedUntil }) => mutedUntil === undefined);
  return (
    <div className="stack">
      <ul className="simulation-answers">
        {simulation.violations.map((one) => (
          <li key={`${one.policy.guid} ${one.violation}`} className="row">
            <StateBadge
              state={one.code === 'RAISED' ? severityLabel(one.severity) : 'ok'}
              {...(one.code === 'RAISED' ? {} : { label: 'No alert' })}
            />
            <span>
              <strong>
                {one.policy.name}, {one.violation}:
              </strong>{' '}
              {outcomeText(one, sensorMetricId, column, timezone, useCelsius)}{' '}
              <span className="muted small">By {SOURCE_TEXTS[one.reason]}.</span>
            </span>
          </li>
        ))}
      </ul>
      <div className="stack-tight">
        <h3>Who would be notified</h3>
        {raised.length === 0 ? (
          <p className="muted">No one: no alert with a severity above 0 would be raised.</p>
        ) : !isNotified ? (
          <p className="muted">
            No one before {formatDateTime(Math.min(...raised.map((one) => Date.parse(one.mutedUntil ?? ''))), timezone)}
            , because of do-not-disturb. If the alert is still open then:
          </p>
        ) : null}
        {raised.length > 0 && (
          <ul className="changes">
            {simulation.users.map(({ guid, name, code }) => (
              <li key={guid}>
                <strong>{name}</strong> <span className="muted">{RECIPIENT_TEXTS[code]}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

function outcomeText(
  { code, raisedAt, mutedUntil, severity, limit, delaySeconds }: SimulationOut['violations'][number],
  sensorMetricId: string,
  column: string,
  timezone: string,
  useCelsius: boolean,
): string {
  const sample = { ...SAMPLE_CONDITION, sensorMetricId: sensorMetricId.replace(/^fluid-.*_/u, 'fluid_'), column };
  const bound = `${limitText(sample, limit.threshold, useCelsius)} ${limitUnit(sample, useCelsius) ?? ''}`.trim();
  switch (code) {
    case 'RAISED': {
      const wait = delaySeconds === 0 ? '' : `, after ${delayText(delaySeconds)}`;
      const quiet =
        mutedUntil === undefined
          ? ''
          : ` Muted by do-not-disturb until ${formatDateTime(Date.parse(mutedUntil), timezone)}.`;
      const silent = severity === 0 ? ' It is recorded, but no one is notified: severity 0.' : '';
      return `raised ${formatDateTime(Date.parse(raisedAt ?? ''), timezone)}${wait}.${quiet}${silent}`;
    }
    case 'WITHIN_LIMITS':
      return hasThreshold(limit.operator)
        ? `not ${recordedOperator(limit.operator)?.phrase ?? ''} ${bound}.`
        : 'same as the previous reading: no change.';
    case 'DELAY_NOT_REACHED':
      return `it would have to last ${formatDuration(delaySeconds * 1000)}.`;
    case 'OTHER_CONDITION_NOT_MET':
      return 'another condition is not met by the last reading of its sensor.';
  }
}
