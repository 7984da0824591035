/** Rows of the endpoint table: integrations, and the devices they announce. */
import { type EndpointRows, noContent } from './endpoint.ts';
import {
  AdoptBody,
  BrokerBody,
  BrokerTest,
  Discovered,
  DiscoveredList,
  DiscoveredQuery,
  Integration,
  IntegrationBody,
  Integrations,
} from './integrations.ts';
import { GuidParams } from './primitives.ts';
import { Sentry } from './sentries.ts';

export const INTEGRATION_ENDPOINTS = {
  'GET /integrations': {
    access: 'admin',
    tag: 'integrations',
    summary: 'The sources of readings other than own devices',
    status: 200,
    response: Integrations,
  },
  'POST /integrations': {
    access: 'admin',
    tag: 'integrations',
    summary: 'Connect Picket to an MQTT broker on which devices are announced',
    body: IntegrationBody,
    status: 201,
    response: Integration,
  },
  'POST /integrations/test': {
    access: 'admin',
    tag: 'integrations',
    summary: 'Try to connect to a broker; nothing is stored',
    body: BrokerBody,
    status: 200,
    response: BrokerTest,
  },
  'DELETE /integrations/{guid}': {
    access: 'admin',
    tag: 'integrations',
    summary: 'Remove an integration; its devices have to be released first',
    params: GuidParams,
    ...noContent,
  },
  'GET /discovered': {
    access: 'admin',
    tag: 'integrations',
    summary: 'Devices that integrations announce, with their values and what Picket makes of them',
    query: DiscoveredQuery,
    status: 200,
    response: DiscoveredList,
  },
  'POST /discovered/{guid}/adopt': {
    access: 'admin',
    tag: 'integrations',
    summary: 'Make a sentry of a discovered device',
    params: GuidParams,
    body: AdoptBody,
    status: 201,
    response: Sentry,
  },
  'POST /discovered/{guid}/ignore': {
    access: 'admin',
    tag: 'integrations',
    summary: 'Set a discovered device aside',
    params: GuidParams,
    status: 200,
    response: Discovered,
  },
  'POST /discovered/{guid}/restore': {
    access: 'admin',
    tag: 'integrations',
    summary: 'Offer an ignored device again',
    params: GuidParams,
    status: 200,
    response: Discovered,
  },
  'POST /sentries/{guid}/release': {
    access: 'location-admin',
    tag: 'integrations',
    summary: 'Let an adopted device go: its sentry is removed, its history stays',
    params: GuidParams,
    ...noContent,
  },
  'POST /sentries/{guid}/accept-announcement': {
    access: 'location-admin',
    tag: 'integrations',
    summary: 'Use what the device of an adopted sentry announces now',
    params: GuidParams,
    status: 200,
    response: Sentry,
  },
} as const satisfies EndpointRows;
