/** Rows of the endpoint table: what a new organization does first. */
import { type EndpointRows, noContent } from './endpoint.ts';
import { GetStarted, GetStartedStepBody, GetStartedStepParams, Setup, SetupQuery } from './get-started-list.ts';
import { GuidParams } from './primitives.ts';

export const GET_STARTED_ENDPOINTS = {
  'GET /views/get-started': {
    access: 'admin',
    tag: 'views',
    summary: 'The steps that take a new organization to alerts that reach somebody, computed from what there is',
    status: 200,
    response: GetStarted,
    caching: 'revalidate',
  },
  'PUT /get-started/{step}': {
    access: 'admin',
    tag: 'tenant',
    summary: 'Put a get-started step aside as not needed, or take it up again',
    params: GetStartedStepParams,
    body: GetStartedStepBody,
    ...noContent,
  },
  'POST /get-started/close': {
    access: 'admin',
    tag: 'tenant',
    summary: 'Close the get-started list of the organization',
    ...noContent,
  },
  'GET /views/locations/{guid}/setup': {
    access: 'location-admin',
    tag: 'views',
    summary: 'Adding a sentry to a location: the names in use, and what the new one has reported so far',
    params: GuidParams,
    query: SetupQuery,
    status: 200,
    response: Setup,
    caching: 'revalidate',
  },
} as const satisfies EndpointRows;
