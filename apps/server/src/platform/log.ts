/** Structured logs: JSON lines, UTC, nothing secret. What may be said of a request is listed, not what may not. */
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';

export type Log = Logger;

/** One-time links carry their token in the path; it never reaches a log. */
export const redactPath = (url: string): string =>
  url.replace(/(\/(?:finish-signup|reset-password|sign-up)\/)[^/?#]+/gu, '$1[token]').replace(/\?.*$/u, '');

/** A lost database connection brings its whole client along: pages of it, every time. */
function withoutClient(error: Error): Error {
  if ('client' in error) Object.defineProperty(error, 'client', { enumerable: false });
  return error;
}

/** `to`: where lines go; without it to the standard output. */
export function createLog(level: string, to?: DestinationStream): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: {
      req: (request: { id?: unknown; method?: string; url?: string }) => ({
        id: request.id,
        method: request.method,
        path: redactPath(request.url ?? ''),
      }),
      res: (reply: { statusCode?: number }) => ({ status: reply.statusCode }),
      err: (error: Error) => pino.stdSerializers.err(withoutClient(error)),
    },
  };
  return to === undefined ? pino(options) : pino(options, to);
}
