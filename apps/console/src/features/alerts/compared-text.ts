/** What a condition compared, in words that say what the number is: a reading, how far readings changed, or how many there were. */
import { EACH_READING, resultOf } from '@picket/domain/aggregations';
import type { Compared } from '@picket/domain/operand-units';
import type { Formats } from '../../lib/formats.ts';
import type { Translator } from '../../lib/texts.ts';

/** As `comparedKind` of operand-units.ts, which would bring what parses limits to the first pages. */
export const kindOf = ({ calc = EACH_READING }: Compared): ReturnType<typeof resultOf> => resultOf(calc);

/** Over how long it was computed: "1 h". */
export const windowText = (formats: Formats, { calc = EACH_READING }: Compared): string =>
  formats.duration(calc.minutes * 60_000);

/** "91.8 °F", "Change of 9.2 °F in 1 h" or "10 readings in 1 h"; its limit is of the same kind, and alone. */
export function comparedText(t: Translator, formats: Formats, compared: Compared, operand: number): string {
  const value = formats.operandText(compared, operand);
  const window = windowText(formats, compared);
  const kind = kindOf(compared);
  if (kind === 'count') return t('alerts.computed.counted', { count: operand, window });
  return kind === 'value' ? value : t('alerts.computed.changed', { value, window });
}
