/** Structured logs: JSON lines, UTC, no secrets. The logged fields of a request are an allowlist. */
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';

export type Log = Logger;

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;
/** Names of pages and of API paths, which hold no digits and no capitals. */
const WORD = /^[a-z][a-z_-]{0,31}$/u;
/** What precedes a secret in an address quoted by a text, such as a crash report. */
const SECRET_IN_TEXT =
  /(\/(?:act|links|hooks|sign-up|finish-signup|reset-password)\/)[^\s/?#"'<>)]+|([?&](?:code|state|token)=)[^\s&#"'<>)]+/giu;

/**
 * The path of a request as it may be logged. Of a route it is the route's own pattern with the ids that were in it; whatever
 * else stood where it has a parameter (a one-time link's token) is named, not shown. Of other paths only plain words and ids
 * are shown: they may be pages of the console, or a link that was copied badly. Queries are left out.
 */
export function loggedPath(url: string, pattern?: string): string {
  const path = url.replace(/[?#].*$/su, '');
  const segments = path.split('/');
  const patternSegments = pattern?.split('/');
  const names = patternSegments !== undefined && patternSegments.length === segments.length ? patternSegments : null;
  return segments
    .map((segment, place) => {
      const name = names?.[place];
      if (name === segment || segment === '' || GUID.test(segment)) return segment;
      if (name?.startsWith(':')) return `[${name.slice(1)}]`;
      return WORD.test(segment) ? segment : '[…]';
    })
    .join('/');
}

/** A text from outside with the secrets of its links redacted. */
export const redactLinks = (text: string): string => text.replace(SECRET_IN_TEXT, '$1$2[…]');

/**
 * The error of a lost database connection carries its whole client. The error of an unparsable request carries the raw bytes,
 * cookies included.
 */
const OMITTED_FIELDS = ['client', 'rawPacket'] as const;
function omitNoise(error: Error): Error {
  for (const name of OMITTED_FIELDS) if (name in error) Object.defineProperty(error, name, { enumerable: false });
  return error;
}

interface LoggedRequest {
  readonly id?: unknown;
  readonly method?: string;
  readonly url?: string;
  readonly routeOptions?: { readonly url?: string | undefined };
}

/** `to`: where lines go; without it to the standard output. */
export function createLog(level: string, to?: DestinationStream): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: {
      req: ({ id, method, url = '', routeOptions }: LoggedRequest) => ({
        id,
        method,
        path: loggedPath(url, routeOptions?.url),
      }),
      res: (reply: { statusCode?: number }) => ({ status: reply.statusCode }),
      err: (error: Error) => pino.stdSerializers.err(omitNoise(error)),
    },
  };
  return to === undefined ? pino(options) : pino(options, to);
}
