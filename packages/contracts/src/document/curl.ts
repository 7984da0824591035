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

const methodOf = (method: string): string => (method === 'GET' ? '' : method === 'HEAD' ? '-I ' : `-X ${method} `);

/** A request for a WebSocket; a client for WebSockets sends these headers itself. */
const UPGRADE = [
  '--http1.1 -N',
  "-H 'Connection: Upgrade' -H 'Upgrade: websocket'",
  "-H 'Sec-WebSocket-Version: 13' -H 'Sec-WebSocket-Key: cGlja2V0IHdhdGNoZXMuLg=='",
];

/** Bytes stand in a file that is called as the operation calls them. */
function bytesOf({ upload, media, response }: Endpoint, file: string): string[] {
  if (media !== undefined && response === null) return [`-o ${file}.${media === 'image/jpeg' ? 'jpg' : 'mp4'}`];
  if (upload === undefined) return [];
  const offset = upload === 'application/offset+octet-stream' ? [`-H 'Upload-Offset: 0'`] : [];
  return [`-H 'Content-Type: ${upload}'`, ...offset, `--data-binary @clip.mp4`];
}

function dataOf({ dialect }: Endpoint, body: unknown): string[] {
  if (dialect === undefined) return [`-H 'Content-Type: application/json'`, `-d ${quote(JSON.stringify(body))}`];
  return Object.entries(Object(body)).map(([name, value]) => `--data-urlencode ${quote(`${name}=${value}`)}`);
}

/** `$PICKET` is the address of the installation; the credential stands in a variable. */
export function curlOf(key: EndpointKey, endpoint: Endpoint, { params, query, body }: OperationExample): string {
  const { method, url } = addressOf('/api/v1', key, { ...(params ? { params } : {}), ...(query ? { query } : {}) });
  const parts = [
    `curl ${methodOf(method)}"$PICKET${url}"`,
    ...credentialOf(endpoint),
    ...(endpoint.stream === undefined ? [] : ['-N']),
    ...(endpoint.socket === true && endpoint.response === null ? UPGRADE : []),
    ...bytesOf(endpoint, key.endsWith('/play') ? 'clip' : 'picture'),
    ...(body === undefined || endpoint.upload !== undefined ? [] : dataOf(endpoint, body)),
  ];
  return parts.join(' \\\n  ');
}
