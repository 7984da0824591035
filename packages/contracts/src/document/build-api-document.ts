/** The OpenAPI document: built from the endpoint table, the descriptions, the registry of metrics and the examples. Pure. */
import type { Endpoint } from '../endpoint.ts';
import { ENDPOINT_KEYS, ENDPOINT_TABLE, type EndpointKey } from '../endpoints.ts';
import { ERRORS, ErrorBody } from '../errors.ts';
import { PrometheusError, toPrometheusError } from '../prometheus.ts';
import { MqttReport, MqttReportResponse } from '../telemetry.ts';
import { API_GUIDE, TAGS } from './api-guide.ts';
import { curlOf } from './curl.ts';
import { DESCRIPTIONS } from './descriptions/index.ts';
import { ERROR_HINTS } from './error-hints.ts';
import { exampleOf, type OperationExample } from './examples/operation-examples.ts';
import { requestBodyOf, successesOf } from './operation-bodies.ts';
import { errorsOf, hasPreconditions, isReadAlone } from './operation-errors.ts';
import { type ConvertedSchemas, convertSchemas, type JsonSchema } from './schema-components.ts';
import { documentWebhooks, WEBHOOK_SCHEMAS } from './webhook-section.ts';

/** `GET /locations/{guid}/sensors` -> `getLocationsGuidSensors`. */
const operationIdOf = (key: EndpointKey): string => {
  const [method = '', ...words] = key.split(/[^A-Za-z0-9]+/u).filter((word) => word !== '');
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
};

const idOf = (key: EndpointKey, part: string): string => `${operationIdOf(key)}:${part}`;

/** Every schema of the table by the id under which its operation asks for it. */
function collectSchemas(): ConvertedSchemas {
  const requests = new Map<string, NonNullable<Endpoint['body']>>([['mqtt:report', MqttReport]]);
  const responses = new Map<string, NonNullable<Endpoint['body']>>([
    ['error', ErrorBody],
    ['prometheus:error', PrometheusError],
    ['mqtt:response', MqttReportResponse],
    ...WEBHOOK_SCHEMAS,
  ]);
  for (const key of ENDPOINT_KEYS) {
    const { params, query, body, response, stream }: Endpoint = ENDPOINT_TABLE[key];
    if (params !== undefined) requests.set(idOf(key, 'params'), params);
    if (query !== undefined) requests.set(idOf(key, 'query'), query);
    if (body !== undefined) requests.set(idOf(key, 'body'), body);
    if (response !== null) responses.set(idOf(key, 'response'), response);
    if (stream !== undefined) responses.set(idOf(key, 'stream'), stream);
  }
  return convertSchemas(requests, responses);
}

function parametersOf(schema: JsonSchema | undefined, place: 'path' | 'query', example: OperationExample): object[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    readonly properties?: Readonly<Record<string, JsonSchema>>;
    readonly required?: readonly string[];
  };
  return Object.entries(properties).map(([name, { description, ...property }]) => {
    const value = example[place === 'path' ? 'params' : 'query']?.[name];
    return {
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      ...(description === undefined ? {} : { description }),
      schema: property,
      ...(value === undefined ? {} : { example: property.type === 'integer' ? Number(value) : value }),
    };
  });
}

const HEADERS = {
  'If-Match': 'Only if the resource is still the one with this ETag; otherwise 412.',
  'If-Unmodified-Since':
    'Only if the resource was not changed after this time, such as its `last_update_ts`; otherwise 412.',
  'If-None-Match': 'An ETag of an earlier response: if nothing has changed, the response is 304 without a body.',
  'Last-Event-ID': 'The id of the last event that was received: the stream continues after it.',
  Range: 'The bytes that are wanted, such as `bytes=0-1048575`; the answer is 206.',
  'Upload-Offset': 'Where these bytes begin: how many of the part are stored. Another number is refused with 409.',
} as const;

const headerParameter = (name: keyof typeof HEADERS, required = false): object => ({
  name,
  in: 'header',
  required,
  description: HEADERS[name],
  schema: { type: name === 'Upload-Offset' ? 'integer' : 'string' },
});

function headersOf(key: EndpointKey, { caching, stream, upload, media }: Endpoint): object[] {
  const isChange = !key.startsWith('GET ');
  return [
    ...(caching === 'revalidate' ? [headerParameter('If-None-Match')] : []),
    // What is only read in a list has no ETag of its own.
    ...(isChange && hasPreconditions(key) && isReadAlone(key) ? [headerParameter('If-Match')] : []),
    ...(isChange && hasPreconditions(key) ? [headerParameter('If-Unmodified-Since')] : []),
    ...(stream === undefined ? [] : [headerParameter('Last-Event-ID')]),
    ...(media !== undefined && key.startsWith('GET /clips/') ? [headerParameter('Range')] : []),
    ...(upload === 'application/offset+octet-stream' ? [headerParameter('Upload-Offset', true)] : []),
  ];
}

/** The schemes of the row; the other half of an alternative is another entry. */
function securityOf({ access, requiresReauthentication }: Endpoint): object[] {
  if (access === 'public') return [];
  if (access === 'sentry') return [{ device: [] }];
  if (access === 'api-token') return [{ token: [] }];
  const isPersonal = access === 'session' || requiresReauthentication === true;
  return [{ session: [] }, ...(isPersonal ? [] : [{ token: [] }])];
}

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const errorExample = (code: keyof typeof ERRORS): object => ({
  code,
  message: ERRORS[code].message,
  requestId: '3f0c8f3e-6a5c-4a53-9a43-6b7c5a1d2e10',
});

/** One response for all codes of a status that an operation may answer with, shared by the operations with the same codes. */
class ErrorResponses {
  readonly components: Record<string, object> = {};
  readonly #schemas: ConvertedSchemas['output'];

  constructor(schemas: ConvertedSchemas) {
    this.#schemas = schemas.output;
  }

  of(key: EndpointKey): Record<string, object> {
    const byStatus = new Map<number, (keyof typeof ERRORS)[]>();
    for (const code of errorsOf(key)) {
      const { status } = ERRORS[code];
      byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
    }
    const { dialect }: Endpoint = ENDPOINT_TABLE[key];
    return Object.fromEntries(
      [...byStatus].map(([status, codes]) => [status, this.#refTo(status, codes.sort(), dialect)]),
    );
  }

  #refTo(status: number, codes: readonly (keyof typeof ERRORS)[], dialect: Endpoint['dialect']): object {
    const name = (dialect === undefined ? '' : upperFirst(dialect)) + codes.map(upperFirst).join('Or');
    this.components[name] = {
      description: codes.map((code) => `\`${code}\`: ${ERROR_HINTS[code]}`).join('\n\n'),
      ...(status === 429 || status === 503
        ? { headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } } }
        : {}),
      content: {
        'application/json': {
          schema: this.#schemas[dialect === undefined ? 'error' : 'prometheus:error'],
          examples: Object.fromEntries(
            codes.map((code) => [
              code,
              { value: dialect === undefined ? errorExample(code) : toPrometheusError(code, ERRORS[code].message) },
            ]),
          ),
        },
      },
    };
    return { $ref: `#/components/responses/${name}` };
  }
}

function operationOf(key: EndpointKey, schemas: ConvertedSchemas, errors: ErrorResponses): object {
  const endpoint: Endpoint = ENDPOINT_TABLE[key];
  const example = exampleOf(key);
  const parameters = [
    ...parametersOf(schemas.input[idOf(key, 'params')], 'path', example),
    ...parametersOf(schemas.input[idOf(key, 'query')], 'query', example),
    ...headersOf(key, endpoint),
  ];
  const { [idOf(key, 'response')]: response, [idOf(key, 'stream')]: stream } = schemas.output;
  return {
    operationId: operationIdOf(key),
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: DESCRIPTIONS[key],
    security: securityOf(endpoint),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...requestBodyOf(endpoint, schemas.input[idOf(key, 'body')], example),
    responses: { ...successesOf(key, endpoint, { response, stream }, example), ...errors.of(key) },
    'x-codeSamples': [{ lang: 'Shell', label: 'curl', source: curlOf(key, endpoint, example) }],
  };
}

export function buildApiDocument() {
  const schemas = collectSchemas();
  const errors = new ErrorResponses(schemas);
  const paths: Record<string, Record<string, object>> = {};
  for (const key of ENDPOINT_KEYS) {
    const [method = 'GET', path = '/'] = key.split(' ');
    paths[`/api/v1${path}`] = { ...paths[`/api/v1${path}`], [method.toLowerCase()]: operationOf(key, schemas, errors) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Picket',
      summary: 'Watches rooms where nobody is.',
      description: API_GUIDE,
      version: '1',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This installation' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    webhooks: documentWebhooks(schemas),
    'x-mqtt': {
      telemetry: { topic: 'picket/{guid}/telemetry', payload: schemas.input['mqtt:report'] },
      response: { topic: 'picket/{guid}/response', payload: schemas.output['mqtt:response'] },
    },
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'picket_session',
          description: 'The cookie of a browser session; behind https it is called `__Host-picket_session`.',
        },
        token: { type: 'http', scheme: 'bearer', description: 'An API token, made in the console: `picket_…`.' },
        device: { type: 'http', scheme: 'bearer', description: 'The token that POST /sentry/activate returned.' },
      },
      responses: errors.components,
      schemas: schemas.components,
    },
  } as const;
}
