/** A perceptually even color scale from dark (cold) to light (hot), readable without hue. Pure. */
const STOPS: readonly (readonly [red: number, green: number, blue: number])[] = [
  [6, 6, 22],
  [40, 14, 84],
  [88, 20, 110],
  [134, 36, 104],
  [180, 54, 86],
  [219, 82, 60],
  [244, 122, 30],
  [252, 172, 30],
  [248, 222, 92],
  [252, 254, 190],
];

/** Returns the color at `share` (0 coldest, 1 hottest) as red, green and blue from 0 to 255. */
export function heatColor(share: number): readonly [number, number, number] {
  const place = Math.min(1, Math.max(0, share)) * (STOPS.length - 1);
  const index = Math.min(STOPS.length - 2, Math.floor(place));
  const part = place - index;
  const from = STOPS[index] ?? [0, 0, 0];
  const to = STOPS[index + 1] ?? from;
  const mix = (channel: 0 | 1 | 2): number => Math.round(from[channel] + (to[channel] - from[channel]) * part);
  return [mix(0), mix(1), mix(2)];
}

const css = ([red, green, blue]: readonly [number, number, number]): string => `rgb(${red} ${green} ${blue})`;

/** The scale as a CSS gradient, for a legend. */
export const HEAT_GRADIENT = `linear-gradient(to right, ${STOPS.map(css).join(', ')})`;
