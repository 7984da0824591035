/** What other features use of telemetry. */
export { metricLabel, ReadingValue } from './reading-value.tsx';
