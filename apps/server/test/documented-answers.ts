/** Every answer to a test has to be one that the API document lists for its operation. */
import { errorsOf } from '@picket/contracts/document/operation-errors';
import { ENDPOINT_KEYS, ENDPOINT_TABLE, type EndpointKey } from '@picket/contracts/endpoints';
import { ERRORS, type ErrorCode } from '@picket/contracts/errors';
import { PrometheusError } from '@picket/contracts/prometheus';
import { isNameOf } from '@picket/domain/kind-table';

/** Rows by how much of their path is fixed: `/policies/preview` is no `/policies/{guid}`. */
const ROUTES = ENDPOINT_KEYS.map((key) => {
  const [method = '', path = ''] = key.split(' ');
  const pattern = path.split('/').map((part) => (part.startsWith('{') ? '[^/]+' : part.replaceAll('.', '\\.')));
  return { key, method, parameters: path.split('{').length, pattern: new RegExp(`^${pattern.join('/')}$`, 'u') };
}).sort((one, other) => one.parameters - other.parameters);

const keyOf = (method: string, path: string): EndpointKey | undefined =>
  ROUTES.find((route) => route.method === method && route.pattern.test(path.replace(/[?#].*/u, '')))?.key;

/** An error that any operation may have: a defect of the server, and what is wrong with the address itself. */
const ANYWHERE: readonly ErrorCode[] = ['internal', 'busy', 'malformed', 'tooLarge', 'mediaType', 'foreignOrigin'];

/** An error in the form of Prometheus says no code: one with its status has to be documented. */
function undocumentedInDialect(key: EndpointKey, status: number, body: unknown): string | null {
  if (!PrometheusError.strict().safeParse(body).success) return `${key}: ${status} is no error of Prometheus`;
  const codes = [...ANYWHERE, ...errorsOf(key)];
  return codes.some((code) => ERRORS[code].status === status) ? null : `${key}: ${status}`;
}

/** What is wrong with the answer; null: it is documented. */
export function undocumentedAnswer(method: string, path: string, status: number, body: unknown): string | null {
  const key = keyOf(method, path);
  if (key === undefined) return null;
  if (status < 400) return status === ENDPOINT_TABLE[key].status || status === 304 ? null : `${key}: ${status}`;
  // Such an answer has no body.
  if (method === 'HEAD')
    return errorsOf(key).some((code) => ERRORS[code].status === status) ? null : `${key}: ${status}`;
  if (ENDPOINT_TABLE[key].dialect !== undefined) return undocumentedInDialect(key, status, body);
  const code: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'code') : undefined;
  if (typeof code !== 'string' || !isNameOf(ERRORS, code)) return `${key}: ${status} without a code`;
  return [...ANYWHERE, ...errorsOf(key)].includes(code) ? null : `${key}: ${code}`;
}

/** The body of a request as its row takes it: a form where its bodies are forms, else what it is. */
export function bodyToSend(method: string, path: string, body: unknown) {
  if (body === undefined) return { headers: {}, payload: {} };
  const key = keyOf(method, path);
  const isForm = key !== undefined && ENDPOINT_TABLE[key].dialect !== undefined && typeof body === 'object';
  return isForm
    ? {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: { payload: String(new URLSearchParams(Object(body))) },
      }
    : { headers: {}, payload: { payload: body as object } };
}
