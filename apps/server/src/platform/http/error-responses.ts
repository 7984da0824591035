/** Maps every error to a response: one body format, never a stack, never a 500 for bad input. */
import { ERRORS, type ErrorCode } from '@picket/contracts/errors';
import { type Issue, sentenceOfIssue } from '@picket/contracts/issue-sentences';
import { toPrometheusError } from '@picket/contracts/prometheus';
import type { FieldProblem } from '@picket/domain/field-problems';
import { NAME_MESSAGES } from '@picket/domain/names';
import { cleanText } from '@picket/domain/text';
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchemaValidationError,
} from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { refusalIn } from '../../locales/refusal-texts.ts';
import { isDatabaseFailure, isGone, sqlState } from '../db/database.ts';
import { AppError } from '../errors.ts';
import { LINES_TRAILER } from './downloads.ts';
import { requestLanguage } from './request-language.ts';

/** Fastify's own errors that are caused by the caller's input. */
const FRAMEWORK_CODES: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed',
  FST_ERR_CTP_BODY_TOO_LARGE: 'tooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'mediaType',
  FST_ERR_BAD_URL: 'malformed',
  FST_ERR_MAX_PARAM_LENGTH: 'notFound',
};

const BUSY_RETRY_SECONDS = 2;
const MAX_FIELD_LENGTH = 300;
/** A body may be wrong in a hundred thousand places, and name as many fields that are not known: the first are enough. */
const MAX_LISTED_FIELDS = 100;
const MAX_MESSAGE_LENGTH = 1000;
const NAME_PROBLEMS: ReadonlySet<string> = new Set(Object.values(NAME_MESSAGES));

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const numberOf = (value: unknown): number | bigint | undefined =>
  typeof value === 'number' || typeof value === 'bigint' ? value : undefined;

/** The issue that the library has made this problem of. */
const issueOf = ({ keyword, message, params }: FastifySchemaValidationError): Issue => ({
  code: keyword,
  message: cleanText(message ?? 'is wrong', MAX_MESSAGE_LENGTH),
  origin: textOf(params.origin),
  format: textOf(params.format),
  expected: textOf(params.expected),
  minimum: numberOf(params.minimum),
  maximum: numberOf(params.maximum),
});

/** The AppError that an error means to a caller. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const errors = error.validation.slice(0, MAX_LISTED_FIELDS).map((problem): FieldProblem => {
      // A field of a caller's own naming (an attribute) may be called anything.
      const path = cleanText(problem.instancePath.replace(/^\//u, '').replaceAll('/', '.'), MAX_FIELD_LENGTH);
      return {
        name: path === '' ? (error.validationContext ?? 'body') : path,
        message: sentenceOfIssue(issueOf(problem)),
      };
    });
    // Names have messages, and a code, of the product's own, wherever it is found that they break its rules.
    const isAboutNames = errors.every(({ message }) => NAME_PROBLEMS.has(String(message)));
    return new AppError(isAboutNames ? 'name' : 'validation', { errors, cause: error });
  }
  const { code, statusCode } = error as Partial<FastifyError>;
  const framework = code === undefined ? undefined : FRAMEWORK_CODES[code];
  if (framework) return new AppError(framework, { cause: error });
  // Text Postgres cannot hold (a NUL, a lone surrogate), a number out of its range: the input's fault.
  if (/^22/u.test(sqlState(error) ?? ''))
    return new AppError('validation', {
      errors: [{ name: 'body', message: 'holds a character or number that cannot be stored' }],
      cause: error,
    });
  if (isGone(error)) return new AppError('notFound', { cause: error });
  if (isDatabaseFailure(error)) return new AppError('busy', { retryAfterSeconds: BUSY_RETRY_SECONDS, cause: error });
  if (statusCode === 429) return new AppError('rateLimited', { cause: error });
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new AppError('malformed', { cause: error });
  return new AppError('internal', { cause: error });
}

export function installErrorResponses(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendError(toAppError(error), request, reply));
  app.setNotFoundHandler((request, reply) => sendError(new AppError('notFound'), request, reply));
}

/** What Fastify refuses before any hook runs (an address it cannot decode): the option `frameworkErrors`. */
export const respondUnrouted = (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
  // The hooks that set the security headers did not run.
  reply.headers({
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  });
  sendError(toAppError(error), request, reply);
};

/** In the form that clients of the row expect. */
function bodyOf(error: AppError, request: FastifyRequest): object {
  if (request.routeOptions.config?.endpoint?.dialect === 'prometheus') {
    const fields = error.errors.map(({ name, message }) => `${name}: ${message}`);
    return toPrometheusError(error.code, fields.length === 0 ? error.message : fields.join('; '));
  }
  const language = requestLanguage(request);
  return {
    code: error.code,
    message: refusalIn(language, error.sentence),
    ...(error.errors.length > 0
      ? { errors: error.errors.map(({ name, message }) => ({ name, message: refusalIn(language, message) })) }
      : {}),
    requestId: request.id,
  };
}

function sendError(error: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status } = ERRORS[error.code];
  // Load shedding is logged once where it happens; a line per rejected request would add to the load.
  const isOverload = error.code === 'busy' && error.cause === undefined;
  const log = isOverload ? 'debug' : ERRORS[error.code].log;
  request.log[log](
    { code: error.code, err: log === 'error' || log === 'warn' ? (error.cause ?? error) : undefined },
    error.message,
  );
  if (error.retryAfterSeconds !== null) reply.header('retry-after', String(error.retryAfterSeconds));
  // Headers of a download that had begun do not apply to this response.
  return reply
    .removeHeader('content-encoding')
    .removeHeader('transfer-encoding')
    .removeHeader('trailer')
    .removeTrailer(LINES_TRAILER)
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(bodyOf(error, request));
}
