/** What a query may use. The guide "Dashboards in Grafana" lists these limits. */
import type { Millis } from '@picket/domain/time';

export const MAX_POINTS = 11_000;
/** That one selector reads. */
export const MAX_SERIES = 500;
/** Of which the labels are looked at. */
export const MAX_CATALOG_SERIES = 10_000;
/** Readings that are read, and values that are computed, all together. */
export const MAX_VALUES = 5_000_000;
export const QUERY_TIMEOUT: Millis = 10_000;
/** Queries that run at once: of an organization until their result is sent, in this process while they are evaluated. */
export const MAX_QUERIES_PER_TENANT = 4;
export const MAX_QUERIES = 4;
/** Queries of an organization that wait; a dashboard asks for all of its panels at once. */
export const MAX_WAITING = 200;

/** How long a reading stands for its series: as in Prometheus, unless its sensor is expected to report more rarely. */
const LOOKBACK: Millis = 300_000;
const INTERVALS = 2;

export const lookbackOf = (intervalSeconds: number): Millis => Math.max(LOOKBACK, INTERVALS * intervalSeconds * 1000);

/** The most entries that a request asks for; below 1 or absent: all. */
export const limitOf = (limit: number | undefined): number =>
  limit === undefined || limit < 1 ? Number.POSITIVE_INFINITY : limit;
