/** What an operation takes and returns besides parameters: JSON, files, pictures, video, bytes of an upload, and the switch to a WebSocket. */
import type { Endpoint } from '../endpoint.ts';
import type { EndpointKey } from '../endpoints.ts';
import type { OperationExample } from './examples/operation-examples.ts';
import type { JsonSchema } from './schema-components.ts';

const STATUS_TEXTS: Readonly<Record<number, string>> = {
  200: 'Done',
  201: 'Created',
  204: 'Done; without a body',
};

const FORM = 'application/x-www-form-urlencoded';
const BYTES = { type: 'string', format: 'binary' } as const;
const ETAG = { ETag: { description: 'Identifies this state of the resource.', schema: { type: 'string' } } } as const;
const OFFSET = {
  'Upload-Offset': { description: 'How many bytes of the part are stored.', schema: { type: 'integer' } },
} as const;
const UPLOAD_LENGTH = {
  'Upload-Length': { description: 'How many bytes the part has.', schema: { type: 'integer' } },
} as const;
const CONTENT_RANGE = {
  'Content-Range': { description: 'Which bytes these are, and of how many.', schema: { type: 'string' } },
} as const;

/** Bytes that the handler sends itself are sent in ranges where they are played by a link. */
const hasRanges = (key: EndpointKey): boolean => key.startsWith('GET /clips/');

const withExample = (example: unknown): object => (example === undefined ? {} : { example });

export function requestBodyOf(
  { upload, dialect }: Endpoint,
  schema: JsonSchema | undefined,
  example: OperationExample,
): object {
  if (upload !== undefined) return { requestBody: { required: true, content: { [upload]: { schema: BYTES } } } };
  if (schema === undefined) return {};
  const mediaType = dialect === undefined ? 'application/json' : FORM;
  const content = { schema, ...withExample(example.body) };
  return { requestBody: { required: true, content: { [mediaType]: content } } };
}

function contentOf(endpoint: Endpoint, schemas: ResponseSchemas, example: OperationExample): object | null {
  const { download, media, stream, response } = endpoint;
  if (download !== undefined) return { [download]: { schema: { type: 'string' } } };
  if (media !== undefined && response === null) return { [media]: { schema: BYTES } };
  if (stream !== undefined)
    return { 'text/event-stream': { schema: { type: 'string' }, 'x-event-data': schemas.stream } };
  if (response === null) return null;
  return { 'application/json': { schema: schemas.response, ...withExample(example.response) } };
}

function headersOf(key: EndpointKey, { caching, upload, media }: Endpoint): object | null {
  if (key.startsWith('HEAD ')) return { ...OFFSET, ...UPLOAD_LENGTH };
  if (upload !== undefined) return OFFSET;
  return caching === 'revalidate' || (media !== undefined && hasRanges(key)) ? ETAG : null;
}

export interface ResponseSchemas {
  readonly response: JsonSchema | undefined;
  readonly stream: JsonSchema | undefined;
}

/** Every answer that is no error. */
export function successesOf(
  key: EndpointKey,
  endpoint: Endpoint,
  schemas: ResponseSchemas,
  example: OperationExample,
): Record<string, object> {
  const content = contentOf(endpoint, schemas, example);
  const headers = headersOf(key, endpoint);
  const success = {
    description: STATUS_TEXTS[endpoint.status] ?? 'Done',
    ...(headers === null ? {} : { headers }),
    ...(content === null ? {} : { content }),
  };
  const isSocketOnly = endpoint.socket === true && content === null;
  return {
    ...(endpoint.socket === true ? { 101: { description: 'The connection is a WebSocket from here on' } } : {}),
    ...(isSocketOnly ? {} : { [endpoint.status]: success }),
    ...(endpoint.media !== undefined && hasRanges(key)
      ? {
          206: {
            description: 'The bytes of `Range`',
            headers: { ...ETAG, ...CONTENT_RANGE },
            ...(content && { content }),
          },
          416: { description: 'There are no bytes in `Range`', headers: CONTENT_RANGE },
        }
      : {}),
    ...(endpoint.caching === 'revalidate'
      ? { 304: { description: 'Not modified since the ETag in If-None-Match' } }
      : {}),
  };
}
