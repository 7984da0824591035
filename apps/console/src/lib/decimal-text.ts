import type { Translator } from './texts.ts';

/** A decimal number such as 9999.0 with the separator of the reader, and none between thousands, so that it can be typed like that. Other texts stay. */
export function decimalText(t: Translator, text: string): string {
  const [, decimals] = /^-?\d+\.(\d+)$/u.exec(text) ?? [];
  if (decimals === undefined) return text;
  return new Intl.NumberFormat(t.locale, {
    useGrouping: false,
    minimumFractionDigits: decimals.length,
    maximumFractionDigits: decimals.length,
  }).format(Number(text));
}
