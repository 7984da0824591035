/** Where things lie in a drawn chart, in CSS pixels, and which values its axis names. Pure. */

export interface ChartBox {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** What the axes cover. */
export interface ChartRange {
  readonly from: number;
  readonly to: number;
  readonly low: number;
  readonly high: number;
}

export interface ChartScale extends ChartRange {
  readonly x: (at: number) => number;
  readonly y: (value: number) => number;
}

/** A value that an axis shows by a name. */
export interface NamedTick {
  readonly value: number;
  readonly name: string;
}

export function chartScale({ width, height, left, right, top, bottom }: ChartBox, range: ChartRange): ChartScale {
  const { from, to, low, high } = range;
  return {
    ...range,
    x: (at) => left + ((at - from) / Math.max(1, to - from)) * (width - left - right),
    y: (value) => top + ((high - value) / (high - low)) * (height - top - bottom),
  };
}

/** Ticks in steps of 1, 2 or 5 times a power of ten: about five. */
export function valueTicks(low: number, high: number): readonly number[] {
  const rough = (high - low) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((one) => one * power >= rough) ?? 10) * power;
  const ticks: number[] = [];
  for (let tick = Math.ceil(low / step) * step; tick <= high + step / 1000; tick += step)
    ticks.push(Number(tick.toFixed(6)));
  return ticks;
}

/**
 * The steps that an axis may have: 1, 2 or 5 times a power of ten, none finer than values are shown, as long as two ticks of the finest lie
 * within the range. A state has 0 and 1, and nothing between.
 */
export function tickSteps(low: number, high: number, decimals: number): readonly number[] {
  const finest = 10 ** -decimals;
  const hasTwo = Math.floor(high / finest) > Math.ceil(low / finest);
  const steps: number[] = [];
  // Read from a text: a product may differ in its last digit, and the plotting library knows its steps by their exact value.
  for (let power = hasTwo ? -decimals : -6; power <= 12; power++)
    for (const digit of [1, 2, 5]) steps.push(Number(`${digit}e${power}`));
  return steps;
}

/** How many decimals tell ticks apart. */
export function tickDecimals(ticks: readonly number[]): number {
  for (let decimals = 0; decimals < 4; decimals++)
    if (ticks.every((tick) => Math.abs(tick - Number(tick.toFixed(decimals))) < 1e-9)) return decimals;
  return 4;
}

/** The ticks of an axis as texts, with as many decimals each: 75.25, 75.50, 75.75. */
export function valueTickTexts(
  ticks: readonly number[],
  format: (value: number, decimals: number) => string,
): readonly string[] {
  const decimals = tickDecimals(ticks);
  return ticks.map((tick) => format(tick, decimals));
}

/** A line through points, broken where more time than `gap` lies between two of them. */
export const brokenPath = <Point extends { readonly at: number }>(
  points: readonly Point[],
  gap: number,
  draw: (point: Point) => string,
): string =>
  points
    .map((point, index) => {
      const before = points[index - 1];
      return `${before === undefined || point.at - before.at > gap ? 'M' : 'L'}${draw(point)}`;
    })
    .join('');

/**
 * A line of values that each hold until the next one, for `hold` milliseconds at most, and not beyond `until`: of a span so short that a line
 * between two readings would show what nobody has measured.
 */
export const steppedPath = (
  points: readonly { readonly at: number; readonly value: number }[],
  { hold, until }: { readonly hold: number; readonly until: number },
  { x, y }: Pick<ChartScale, 'x' | 'y'>,
): string =>
  points
    .map(({ at, value }, index) => {
      const before = points[index - 1];
      const end = Math.min(at + hold, points[index + 1]?.at ?? until);
      const isHeld = before !== undefined && at - before.at <= hold;
      return `${isHeld ? 'L' : 'M'}${x(at).toFixed(1)},${y(value).toFixed(1)}H${x(end).toFixed(1)}`;
    })
    .join('');
