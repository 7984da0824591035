/** Rows of the endpoint table: readings for the Prometheus data source of Grafana, and for other clients of that query API. */
import type { EndpointRows } from './endpoint.ts';
import {
  InstantPromqlQuery,
  LabelList,
  LabelParams,
  MetricMetadataList,
  MetricMetadataQuery,
  PrometheusBuildInfo,
  PromqlResult,
  RangePromqlQuery,
  RequiredSeriesSelectionQuery,
  SeriesList,
  SeriesSelectionQuery,
} from './prometheus.ts';

const COMMON = { access: 'api-token', tag: 'prometheus', dialect: 'prometheus', status: 200 } as const;
/** Results may be long: the handler streams them. */
const RESULT = { ...COMMON, response: PromqlResult, media: 'application/json' } as const;
const FORM = { maxBodyBytes: 65_536 } as const;

export const PROMETHEUS_ENDPOINTS = {
  'GET /prometheus/api/v1/query': {
    ...RESULT,
    summary: 'Evaluate PromQL at an instant',
    query: InstantPromqlQuery,
  },
  'POST /prometheus/api/v1/query': {
    ...RESULT,
    ...FORM,
    summary: 'Evaluate PromQL at an instant, sent as a form',
    body: InstantPromqlQuery,
  },
  'GET /prometheus/api/v1/query_range': {
    ...RESULT,
    summary: 'Evaluate PromQL over a time range',
    query: RangePromqlQuery,
  },
  'POST /prometheus/api/v1/query_range': {
    ...RESULT,
    ...FORM,
    summary: 'Evaluate PromQL over a time range, sent as a form',
    body: RangePromqlQuery,
  },
  'GET /prometheus/api/v1/labels': {
    ...COMMON,
    summary: 'The names of labels',
    query: SeriesSelectionQuery,
    response: LabelList,
  },
  'POST /prometheus/api/v1/labels': {
    ...COMMON,
    ...FORM,
    summary: 'The names of labels, asked for with a form',
    body: SeriesSelectionQuery,
    response: LabelList,
  },
  'GET /prometheus/api/v1/label/{name}/values': {
    ...COMMON,
    summary: 'The values of a label',
    params: LabelParams,
    query: SeriesSelectionQuery,
    response: LabelList,
  },
  'GET /prometheus/api/v1/series': {
    ...COMMON,
    summary: 'The series that match',
    query: RequiredSeriesSelectionQuery,
    response: SeriesList,
  },
  'POST /prometheus/api/v1/series': {
    ...COMMON,
    ...FORM,
    summary: 'The series that match, asked for with a form',
    body: RequiredSeriesSelectionQuery,
    response: SeriesList,
  },
  'GET /prometheus/api/v1/metadata': {
    ...COMMON,
    summary: 'What each metric is',
    query: MetricMetadataQuery,
    response: MetricMetadataList,
  },
  'GET /prometheus/api/v1/status/buildinfo': {
    ...COMMON,
    summary: 'Which query API this is',
    response: PrometheusBuildInfo,
  },
} as const satisfies EndpointRows;
