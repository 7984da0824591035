/** What is asked of the simulator, checked while typing, and its last answer. */
import type { SimulationOut } from '@picket/contracts/types';
import { parseDelay } from '@picket/domain/delays';
import { SILENCE_METRIC } from '@picket/domain/metrics';
import type { PolicyContent } from '@picket/domain/policies';
import { formatInstant } from '@picket/domain/time';
import { useState } from 'react';
import { api, useApi } from '../../../lib/api.ts';
import { useNow } from '../../../lib/now.ts';
import { useSubmit } from '../../../lib/use-submit.ts';
import { formatWallClock, parseWallClock } from '../../../lib/zoned-time.ts';
import { definitionBody, doNotDisturbBody } from '../policy-content.ts';
import { parseLimit } from '../policy-text.ts';
import type { SentryOption } from '../use-sentry-options.ts';
import { metricFamily, sampleCondition, seriesKey, seriesName, splitSeries } from './simulated-series.ts';

/** A policy as edited: only its sensors are offered, and it replaces the saved version. */
export interface SimulatedDraft {
  readonly policy: string;
  readonly content: PolicyContent;
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

interface Answer {
  readonly simulation: SimulationOut;
  readonly series: string;
  readonly timezone: string;
  /** The content that was simulated. */
  readonly content: PolicyContent | null;
}

interface Series {
  readonly sensorMetricId: string;
  readonly column: string;
}

/** The series of the sentry that the draft evaluates; without a draft all, and silence. */
function seriesChoices(own: readonly Series[], draft: SimulatedDraft | null) {
  const watched = new Set(
    (draft?.content.definition.violations ?? []).flatMap(({ conditions }) =>
      conditions.map(({ sensorMetricId, column }) => seriesKey(sensorMetricId, column)),
    ),
  );
  return [...own, { sensorMetricId: SILENCE_METRIC, column: 'seconds' }]
    .filter(
      ({ sensorMetricId, column }) => draft === null || watched.has(seriesKey(metricFamily(sensorMetricId), column)),
    )
    .map(({ sensorMetricId, column }) => ({
      value: seriesKey(sensorMetricId, column),
      label: seriesName(sensorMetricId, column),
    }));
}

/** `first`: the sentry that is selected first. */
export function useSimulation(
  sentryOptions: readonly SentryOption[],
  first: SentryOption,
  draft: SimulatedDraft | null,
  useCelsius: boolean,
) {
  const now = useNow();
  const [question, setQuestion] = useState<Question>({
    sentry: first.sentry.guid,
    series: '',
    value: '',
    at: formatWallClock(now, first.location.timezone),
    lasts: '',
    user: '',
  });
  const [answer, setAnswer] = useState<Answer | null>(null);
  const here = sentryOptions.find(({ sentry }) => sentry.guid === question.sentry) ?? first;
  const { timezone } = here.location;
  const latest = useApi(
    'GET /locations/{guid}/latest',
    { params: { guid: here.location.guid } },
    { revalidateOnFocus: false },
  );
  const choices = seriesChoices(
    (latest.data?.items ?? []).filter(({ sentry }) => sentry === here.sentry.guid),
    draft,
  );
  const series = choices.some(({ value }) => value === question.series) ? question.series : (choices[0]?.value ?? '');
  const [sensorMetricId, column] = splitSeries(series);
  const value = series === '' ? null : parseLimit(sampleCondition(sensorMetricId, column), question.value, useCelsius);
  const instant = parseWallClock(question.at, timezone);
  const lasts = question.lasts.trim() === '' ? null : parseDelay(question.lasts);
  const isLasting = question.lasts.trim() === '' || (lasts !== null && lasts >= 0);
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
        ...(draft === null ? {} : { draft: draftBody(draft) }),
      },
    });
    setAnswer({ simulation, series, timezone, content: draft?.content ?? null });
  });
  return {
    question: { ...question, series },
    here,
    choices,
    /** The sentry has no series that the draft evaluates. */
    isEmpty: latest.data !== undefined && choices.length === 0,
    /** What of the question can be simulated; null: what is typed is none. */
    value,
    instant,
    isLasting,
    answer,
    busy,
    problem,
    submit,
    /** Changes the question; the answer to the former one is removed. */
    change: (part: Partial<Question>): void => {
      setQuestion({ ...question, ...part });
      setAnswer(null);
      reset();
    },
  };
}

const draftBody = ({ policy, content }: SimulatedDraft) => ({
  policy,
  definition: definitionBody(content.definition),
  doNotDisturb: doNotDisturbBody(content.doNotDisturb),
});
