/** Delays as people write them: exact, to and from seconds. Rounded ages are in ages.ts. */
const PARTS: readonly (readonly [seconds: number, unit: string])[] = [
  [86_400, 'd'],
  [3600, 'h'],
  [60, 'min'],
  [1, 's'],
];

/** 90 -> "1 min 30 s"; nothing is rounded away. */
export function delayText(seconds: number): string {
  if (seconds < 0) return `-${delayText(-seconds)}`;
  if (!Number.isInteger(seconds)) return `${seconds} s`;
  let rest = seconds;
  const texts: string[] = [];
  for (const [size, unit] of PARTS) {
    const count = Math.floor(rest / size);
    if (count > 0) texts.push(`${count} ${unit}`);
    rest -= count * size;
  }
  return texts.length === 0 ? '0 s' : texts.join(' ');
}

const WORD = /^(\d+(?:[.,]\d+)?)\s*([a-z]*)\.?(?:\s+|$)/iu;

/** As people write units, in every language of the console. */
const UNIT_NAMES: readonly (readonly [seconds: number, names: readonly string[]])[] = [
  [86_400, ['d', 'day', 'days', 'tg', 'tag', 'tage']],
  [3600, ['h', 'hour', 'hours', 'std', 'stunde', 'stunden']],
  [60, ['m', 'min', 'minute', 'minutes', 'minuten']],
  [1, ['', 's', 'sec', 'second', 'seconds', 'sek', 'sekunde', 'sekunden']],
];

const secondsOf = (unit: string): number | undefined =>
  UNIT_NAMES.find(([, names]) => names.includes(unit.toLowerCase()))?.[0];

/** "1 min 30 s", "90", "1.5 h" -> seconds; null where it is no delay. A number alone is seconds. A minus before it all counts. */
export function parseDelay(text: string): number | null {
  const trimmed = text.trim();
  if (/^[-−]/u.test(trimmed)) {
    const seconds = parseDelay(trimmed.slice(1));
    return seconds === null ? null : 0 - seconds;
  }
  let rest = trimmed;
  let seconds = 0;
  if (rest === '') return null;
  while (rest !== '') {
    const match = WORD.exec(rest);
    if (match === null) return null;
    const [all, number = '', unit = ''] = match;
    const size = secondsOf(unit);
    if (size === undefined) return null;
    seconds += Number(number.replace(',', '.')) * size;
    rest = rest.slice(all.length);
  }
  return Math.round(seconds * 1000) / 1000;
}
