/**
 * The typed client, for the console and the reference sentry. It names an endpoint by its row in the table; the table
 * itself is imported as a type only, so no schema travels to the browser. The server validates every response against
 * the same table before it sends it.
 */
import { CALL_LIMITS, type CallLimits, limitOf, startDeadline } from './call-limit.ts';
import type { BodyOf, EndpointKey, ParamsOf, QueryOf, ResponseOf } from './endpoints.ts';

export interface FieldProblem {
  readonly name: string;
  readonly message: string;
}

/** An error response. `status` 0: no response at all. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: readonly FieldProblem[];
  readonly retryAfterSeconds: number | null;

  constructor(
    status: number,
    code: string,
    message: string,
    errors: readonly FieldProblem[],
    retryAfter: number | null,
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.errors = errors;
    this.retryAfterSeconds = retryAfter;
  }
}

type Required<Name extends string, Value> = [Value] extends [undefined] ? unknown : { readonly [N in Name]: Value };
type GivenQuery<K extends EndpointKey> = [QueryOf<K>] extends [undefined] ? unknown : { readonly query?: QueryOf<K> };

export type CallInput<K extends EndpointKey> = Required<'params', ParamsOf<K>> &
  Required<'body', BodyOf<K>> &
  GivenQuery<K> & { readonly headers?: Readonly<Record<string, string>>; readonly signal?: AbortSignal };

export interface ClientOptions {
  /** Without a trailing slash, /api/v1 included. */
  readonly base: string;
  readonly headers?: () => Readonly<Record<string, string>>;
  readonly credentials?: 'include' | 'same-origin' | 'omit';
  /** How long a call may take, where not as usual. */
  readonly limits?: CallLimits;
}

export type Client = <K extends EndpointKey>(key: K, input: CallInput<K>) => Promise<ResponseOf<K>>;

interface LooseInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** The address of a call, parameters filled in. */
export function addressOf(base: string, key: EndpointKey, input: LooseInput): { method: string; url: string } {
  const [method = 'GET', path = '/'] = key.split(' ');
  const filled = path.replace(/\{(\w+)\}/gu, (_, name: string) => encodeURIComponent(input.params?.[name] ?? ''));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {}))
    if (value !== undefined) query.set(name, String(value));
  const search = query.size > 0 ? `?${query}` : '';
  return { method, url: `${base}${filled}${search}` };
}

export function createClient(options: ClientOptions): Client {
  return async <K extends EndpointKey>(key: K, input: CallInput<K>): Promise<ResponseOf<K>> => {
    const loose: LooseInput = input;
    const { method, url } = addressOf(options.base, key, loose);
    const headers: Record<string, string> = { accept: 'application/json', ...options.headers?.(), ...loose.headers };
    const deadline = startDeadline(limitOf(key, options.limits ?? CALL_LIMITS), loose.signal);
    const init: RequestInit = {
      method,
      headers,
      credentials: options.credentials ?? 'include',
      signal: deadline.signal,
    };
    if (loose.body !== undefined) {
      headers['content-type'] = 'application/json';
      init.body = JSON.stringify(loose.body);
    }
    try {
      const response = await fetch(url, init);
      if (!response.ok) throw await parseError(response);
      return await parseResponse<K>(response);
    } catch (cause) {
      if (cause instanceof ApiError || loose.signal?.aborted) throw cause;
      // Also a body that was cut, or is no JSON: a proxy or the sign-in page of a network answered, not Picket.
      throw unreachable();
    } finally {
      deadline.end();
    }
  };
}

/** Nobody answered, or not to the end. */
const unreachable = (): ApiError => new ApiError(0, 'unreachable', 'Picket cannot be reached', [], null);

/** Guarantee: the server refuses to send a response that does not match the row's schema. */
async function parseResponse<K extends EndpointKey>(response: Response): Promise<ResponseOf<K>> {
  return (response.status === 204 ? undefined : await response.json()) as ResponseOf<K>;
}

/** The error that a response says, for who sends requests without a client. */
export async function parseError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const { code, message, errors } = (typeof body === 'object' && body !== null ? body : {}) as Partial<{
    code: string;
    message: string;
    errors: FieldProblem[];
  }>;
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new ApiError(
    response.status,
    code ?? 'unknown',
    message ?? 'Something went wrong',
    errors ?? [],
    Number.isFinite(retryAfter) ? retryAfter : null,
  );
}

/** A password as it travels: `base64:` and its UTF-8 bytes (specification, section 5). */
export function encodePassword(password: string): string {
  let binary = '';
  for (const byte of new TextEncoder().encode(password)) binary += String.fromCharCode(byte);
  return `base64:${btoa(binary)}`;
}
