/** What other features use of readings. */
export { metricLabel } from './metric-label.ts';
export { ReadingValue } from './reading-value.tsx';
export { THERMAL_METRIC, type ThermalPicture, useThermalFrames } from './use-thermal-frames.ts';
