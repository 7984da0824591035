/** The input of the simulation, checked while typing, and its last result. */
import type { BodyOf } from '@picket/contracts/endpoints';
import type { SimulationOut } from '@picket/contracts/types';
import { parseDelay } from '@picket/domain/delays';
import { metricFamilyOf, SILENCE_METRIC } from '@picket/domain/metrics';
import type { PolicyContent } from '@picket/domain/policies';
import { isSame } from '@picket/domain/same-value';
import { formatInstant } from '@picket/domain/time';
import { useState } from 'react';
import { api, useApi } from '../../../lib/api.ts';
import { useNow } from '../../../lib/now.ts';
import { type Translator, useText } from '../../../lib/texts.ts';
import { useApiForm } from '../../../lib/use-api-form.ts';
import { formatWallClock, parseWallClock } from '../../../lib/zoned-time.ts';
import { contentBody } from '../policy-content.ts';
import { parseLimit } from '../policy-text.ts';
import type { SentryOption } from '../use-sentry-options.ts';
import { sampleCondition, seriesKey, seriesName, splitSeries } from './simulated-series.ts';

/** A policy as edited: only its sensors are offered, and it replaces the saved version. */
export interface SimulatedDraft {
  readonly policy: string;
  readonly content: PolicyContent;
}

type SimulateBody = BodyOf<'POST /policies/simulate'>;

type Question = {
  readonly sentry: string;
  readonly series: string;
  readonly value: string;
  /** Wall clock of the sentry's location. */
  readonly at: string;
  readonly lasts: string;
  readonly user: string;
};

interface SimulationState {
  readonly simulation: SimulationOut;
  readonly series: string;
  readonly timezone: string;
  /** What was asked. */
  readonly body: SimulateBody;
}

interface Series {
  readonly sensorMetricId: string;
  readonly column: string;
}

/** The series of the sentry that the draft evaluates; without a draft all, and silence. */
function seriesChoices(t: Translator, own: readonly Series[], draft: SimulatedDraft | null) {
  const watched = new Set(
    (draft?.content.definition.violations ?? []).flatMap(({ conditions }) =>
      conditions.map(({ sensorMetricId, column }) => seriesKey(sensorMetricId, column)),
    ),
  );
  return [...own, { sensorMetricId: SILENCE_METRIC, column: 'seconds' }]
    .filter(
      ({ sensorMetricId, column }) => draft === null || watched.has(seriesKey(metricFamilyOf(sensorMetricId), column)),
    )
    .map(({ sensorMetricId, column }) => ({
      value: seriesKey(sensorMetricId, column),
      label: seriesName(t, sensorMetricId, column),
    }));
}

const firstQuestion = ({ sentry, location }: SentryOption, now: number): Question => ({
  sentry: sentry.guid,
  series: '',
  value: '',
  at: formatWallClock(now, location.timezone),
  lasts: '',
  user: '',
});

/** What of a question can be simulated; null: what is typed is none. */
function readQuestion({ value, at, lasts }: Question, series: string, timezone: string, useCelsius: boolean) {
  const [sensorMetricId, column] = splitSeries(series);
  const hasDuration = lasts.trim() !== '';
  const seconds = hasDuration ? parseDelay(lasts) : null;
  return {
    sensorMetricId,
    column,
    value: series === '' ? null : parseLimit(sampleCondition(sensorMetricId, column), value, useCelsius),
    instant: parseWallClock(at, timezone),
    seconds,
    isLasting: !hasDuration || (seconds !== null && seconds >= 0),
  };
}

/** The request of a question; null: it is not complete. `user`: '' for everyone. */
function simulateBody(
  sentry: string,
  { sensorMetricId, column, value, instant, seconds }: ReturnType<typeof readQuestion>,
  user: string,
  draft: SimulatedDraft | null,
): SimulateBody | null {
  if (value === null || instant === null) return null;
  return {
    sentry,
    sensorMetricId,
    column,
    value,
    at: formatInstant(instant),
    ...(seconds === null ? {} : { seconds }),
    ...(user === '' ? {} : { user }),
    ...(draft === null ? {} : { draft: draftBody(draft) }),
  };
}

/** The series of a sentry that can be asked about. `isEmpty`: it has none that the draft evaluates. */
function useSeriesChoices({ location, sentry }: SentryOption, draft: SimulatedDraft | null) {
  const t = useText();
  const { data } = useApi(
    'GET /locations/{guid}/latest',
    { params: { guid: location.guid } },
    { revalidateOnFocus: false },
  );
  const own = (data?.items ?? []).filter((one) => one.sentry === sentry.guid);
  const choices = seriesChoices(t, own, draft);
  return { choices, isEmpty: data !== undefined && choices.length === 0 };
}

/** `first`: the sentry that is selected first. */
export function useSimulation(
  sentryOptions: readonly SentryOption[],
  first: SentryOption,
  draft: SimulatedDraft | null,
  useCelsius: boolean,
) {
  const now = useNow();
  const [saved] = useState(() => firstQuestion(first, now));
  const [result, setResult] = useState<SimulationState | null>(null);
  const {
    form,
    field,
    values: question,
    ...request
  } = useApiForm('POST /policies/simulate', {
    saved,
    isQuestion: true,
    toBody: (): SimulateBody | null => asked,
    send: async (body) => {
      const simulation = await api('POST /policies/simulate', { body });
      setResult({ simulation, series, timezone, body });
    },
  });
  const here = sentryOptions.find(({ sentry }) => sentry.guid === question.sentry) ?? first;
  const { timezone } = here.location;
  const { choices, isEmpty } = useSeriesChoices(here, draft);
  const series = choices.some(({ value }) => value === question.series) ? question.series : (choices[0]?.value ?? '');
  const read = readQuestion(question, series, timezone, useCelsius);
  const asked = simulateBody(here.sentry.guid, read, question.user, draft);
  /** Changes the input; the result of the former one is removed. */
  const change = (part: Partial<Question>): void => {
    form.setValues(part);
    setResult(null);
  };
  return {
    question: { ...question, series },
    here,
    choices,
    isEmpty,
    ...read,
    // The input or the policy may have changed while it was asked.
    result: result !== null && isSame(result.body, asked) ? result : null,
    valueError: field('value').error,
    busy: request.busy,
    problem: request.problem,
    submit: request.submit,
    change,
  };
}

const draftBody = ({ policy, content }: SimulatedDraft) => ({
  policy,
  ...contentBody(content),
});
