import type { Language } from '@picket/domain/languages';
import { metricLabel } from '@picket/i18n/metric-words';
import { sharedTextsOf } from '@picket/i18n/shared-texts';
import { textsIn } from '../../../locales/server-texts.ts';

/** What a column of a metric is called in a message, as on a card of the console: "hottest". */
export const measuredName = (language: Language, sensorMetricId: string, column: string): string =>
  metricLabel(sharedTextsOf(textsIn(language)), sensorMetricId, column);
