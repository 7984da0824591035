/** What benchmarks measure inside their own process, beside what commands may use, as `@picket/server/benchmarks`. */

export { buildServer } from './app/build-server.ts';
export { AdoptedReadings } from './capabilities/integrations/index.ts';
export type { Probes } from './capabilities/self-monitoring/index.ts';
export { createPacker, ensurePackedPartitions, packSeriesDays, queryHistory } from './capabilities/timeseries/index.ts';
export { Clock } from './platform/clock/clock.ts';
export { newGuid } from './platform/keys/ids.ts';
