import type { Language } from '@picket/domain/languages';
import { metricWords } from '@picket/domain/metric-words';
import { metricOf } from '@picket/domain/metrics';

/** What a column of a metric is called in a message, in English as on a card of the console: "hottest". */
export const measuredName = (language: Language, sensorMetricId: string, column: string): string =>
  (language === 'en' ? metricOf(sensorMetricId)?.columns[column]?.label : undefined) ??
  metricWords(sensorMetricId, column, language);
