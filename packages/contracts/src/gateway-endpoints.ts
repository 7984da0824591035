/** Rows of the endpoint table: gateways, and what they observe. */
import { type EndpointRows, MAX_BODY_BYTES, noContent } from './endpoint.ts';
import { GatewaySources, Gateways, ObservationsBody, ObservationsResponse, ReportedTestBody } from './gateways.ts';

export const GATEWAY_ENDPOINTS = {
  'GET /gateways': {
    access: 'admin',
    tag: 'integrations',
    summary: 'The sentries that can read sources in a network of their own',
    status: 200,
    response: Gateways,
  },
  'GET /sentry/sources': {
    access: 'sentry',
    tag: 'device',
    summary: 'The sources that this gateway reads, with their secrets',
    status: 200,
    response: GatewaySources,
    caching: 'revalidate',
  },
  'POST /sentry/observations': {
    access: 'sentry',
    tag: 'device',
    summary: 'Report what this gateway observed at a source',
    body: ObservationsBody,
    maxBodyBytes: MAX_BODY_BYTES,
    status: 200,
    response: ObservationsResponse,
  },
  'POST /sentry/source-tests': {
    access: 'sentry',
    tag: 'device',
    summary: 'Report the result of a test that this gateway made',
    body: ReportedTestBody,
    ...noContent,
  },
} as const satisfies EndpointRows;
