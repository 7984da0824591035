import type { AlertOut } from '@picket/contracts/types';
import { SILENCE_METRIC } from '@picket/domain/metrics';
import type { Formats } from '../../../lib/formats.ts';
import type { Translator } from '../../../lib/texts.ts';
import { comparedText } from '../compared-text.ts';

/** What it is about, as far as it is measured: "91.8 °F". '' : an edit, silence, what a device or a person reports. */
export function alertMeasured(t: Translator, formats: Formats, { conditions }: AlertOut): string {
  const first = conditions.find(({ operand, sensorMetricId }) => operand !== null && sensorMetricId !== SILENCE_METRIC);
  return first === undefined || first.operand === null ? '' : comparedText(t, formats, first, first.operand);
}
