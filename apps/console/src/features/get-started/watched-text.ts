/** What policies watch for, a line for each metric. Pure. */
import type { GetStartedOut } from '@picket/contracts/types';
import { SILENCE_METRIC } from '@picket/domain/metrics';
import { hasThreshold } from '@picket/domain/operators';
import type { Formats } from '../../lib/formats.ts';
import { limitText, metricText, stateText } from '../../lib/kind-texts.ts';
import { alternativesText } from '../../lib/list-text.ts';
import type { Translator } from '../../lib/texts.ts';

type Watched = GetStartedOut['watched'][number];

/** In this order; others are on the page of the policies. */
const SHOWN = [
  'environment_temperature',
  'environment_humidity',
  'thermal_temperature',
  'fluid_leak',
  'power_onBattery',
  SILENCE_METRIC,
];

interface Line {
  readonly name: string;
  readonly text: string;
}

function watchedText(
  t: Translator,
  formats: Formats,
  { sensorMetricId, column, operator, threshold }: Watched,
): string {
  if (sensorMetricId === SILENCE_METRIC)
    return t('getstarted.watchedSilence', { duration: formats.duration(threshold * 1000) });
  const state = stateText(t, sensorMetricId, 1);
  // "Leak: leak" says nothing.
  if (state !== null)
    return state.toLowerCase() === metricText(t, sensorMetricId, column).toLowerCase()
      ? t('getstarted.watchedFound')
      : state;
  const value = formats.valueText(sensorMetricId, column, threshold);
  return hasThreshold(operator) ? `${limitText(t, operator)} ${value}` : value;
}

const lineOf = (t: Translator, formats: Formats, limits: readonly Watched[]): Line[] => {
  const [first] = limits;
  if (first === undefined) return [];
  const { sensorMetricId, column } = first;
  return [
    {
      name: sensorMetricId === SILENCE_METRIC ? t('getstarted.watchedSentry') : metricText(t, sensorMetricId, column),
      text: alternativesText(t, [...new Set(limits.map((limit) => watchedText(t, formats, limit)))]),
    },
  ];
};

export const watchedLines = (t: Translator, formats: Formats, watched: readonly Watched[]): readonly Line[] =>
  SHOWN.flatMap((metric) =>
    lineOf(
      t,
      formats,
      watched.filter(({ sensorMetricId }) => sensorMetricId === metric),
    ),
  );
