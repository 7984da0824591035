/** A request of an operation as a command line. */

import { addressOf } from '../client.ts';
import type { Endpoint } from '../endpoint.ts';
import type { EndpointKey } from '../endpoints.ts';
import type { OperationExample } from './examples/operation-examples.ts';

/** In single quotes, as a shell reads it. */
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

function credentialOf({ access, requiresReauthentication }: Endpoint): readonly string[] {
  if (access === 'public') return [];
  if (access === 'sentry') return [`-H "Authorization: Bearer $DEVICE_TOKEN"`];
  if (access === 'session' || requiresReauthentication === true) return [`-b "picket_session=$SESSION"`];
  return [`-H "Authorization: Bearer $TOKEN"`];
}

/** `$PICKET` is the address of the installation; the credential stands in a variable. */
export function curlOf(key: EndpointKey, endpoint: Endpoint, { params, query, body }: OperationExample): string {
  const { method, url } = addressOf('/api/v1', key, { ...(params ? { params } : {}), ...(query ? { query } : {}) });
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"$PICKET${url}"`,
    ...credentialOf(endpoint),
    ...(endpoint.stream === undefined ? [] : ['-N']),
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${quote(JSON.stringify(body))}`]),
  ];
  return parts.join(' \\\n  ');
}
