/** What the operations of the query API of Prometheus are for. */
import type { PROMETHEUS_ENDPOINTS } from '../../prometheus-endpoints.ts';

const FORM = 'The parameters are sent as a form, as Grafana does unless it is set to GET.';
const SELECTED = 'Without `match[]` those of all series that the token may view. At most 10,000 series are looked at.';

export const PROMETHEUS_DESCRIPTIONS = {
  'GET /prometheus/api/v1/query':
    'Evaluates PromQL at one instant, now unless `time` is given. Series of locations that the token may not view do not exist for it. What is supported, the limits and the names of metrics are listed in the guide _Dashboards in Grafana_.',
  'POST /prometheus/api/v1/query': `Evaluates PromQL at one instant. ${FORM}`,
  'GET /prometheus/api/v1/query_range':
    'Evaluates PromQL at `start`, and each `step` until `end`: at most 11,000 points of a series. A query that reads too much or takes longer than 10 seconds is refused.',
  'POST /prometheus/api/v1/query_range': `Evaluates PromQL over a time range. ${FORM}`,
  'GET /prometheus/api/v1/labels': `Lists the names of labels. ${SELECTED}`,
  'POST /prometheus/api/v1/labels': `Lists the names of labels. ${FORM}`,
  'GET /prometheus/api/v1/label/{name}/values': `Lists the values of a label; of \`__name__\` the metrics. ${SELECTED}`,
  'GET /prometheus/api/v1/series': 'Lists the labels of the series that match one of the selectors in `match[]`.',
  'POST /prometheus/api/v1/series': `Lists the labels of the series that match. ${FORM}`,
  'GET /prometheus/api/v1/metadata':
    'Says of each metric what it measures and in which unit. All of them are gauges. Metrics without series are listed as well.',
  'GET /prometheus/api/v1/status/buildinfo':
    'Returns the version of Prometheus whose query API this follows: clients choose by it what they ask.',
} as const satisfies Readonly<Record<keyof typeof PROMETHEUS_ENDPOINTS, string>>;
