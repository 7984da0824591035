/** The columns of the endpoint table. */
import type { z } from 'zod';

/**
 * Who may call: anybody; any signed-in user, or an API token of one; a user with a browser session; a global administrator; a
 * user with metrics access in the admin tenant; an administrator of it; an administrator, or a viewer, of the location
 * concerned; an API token, and nobody else, that may view a location; an activated sentry.
 */
export const ACCESS = [
  'public',
  'signed-in',
  'session',
  'admin',
  'metrics',
  'admin-tenant',
  'location-admin',
  'location-viewer',
  'api-token',
  'sentry',
] as const;
export type Access = (typeof ACCESS)[number];

/** `no-store`: never cached, no ETag. `revalidate`: private, revalidated each time, 304 by ETag. */
export type Caching = 'no-store' | 'revalidate';

/**
 * Limited by source address, as anybody may call: `sign-in` takes a secret, sends mail or writes to the log; `activation` takes
 * a code or a link that cannot be guessed, and a whole location is set up, or the mail of many people opened, from one address; `hook` takes
 * readings, and a platform sends those of all its devices from one address.
 */
export type Throttle = 'sign-in' | 'activation' | 'hook';

export interface Endpoint {
  readonly access: Access;
  readonly throttle?: Throttle;
  /** Requires an authentication within the last 15 minutes (sign-in or POST /auth/confirm); never an API token. */
  readonly requiresReauthentication?: true;
  /** A wall display may call it, although it changes something. */
  readonly forDisplays?: true;
  /** Works for users who still have to set up the second factor that their organization requires. */
  readonly beforeMfa?: true;
  readonly tag: string;
  readonly summary: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Of the body, after decompression; absent: as `bodyLimitOf` has it. */
  readonly maxBodyBytes?: number;
  readonly status: 200 | 201 | 204;
  /** null: no body, a download, or (with `stream`) events of that schema. */
  readonly response: z.ZodType | null;
  readonly stream?: z.ZodType;
  /** The media type of a file that is returned instead of JSON. */
  readonly download?: string;
  /** The media type of bytes that the handler sends itself: pictures, video, with ranges; with `response` they are JSON of that schema. */
  readonly media?: string;
  /** The media type of a body that the handler reads as a stream. */
  readonly upload?: string;
  /** It becomes a WebSocket; a request without an upgrade is refused, unless the row has a response. */
  readonly socket?: true;
  /**
   * The conventions of another API, whose clients call this one: its bodies are forms (application/x-www-form-urlencoded), and
   * its errors have the form that they expect.
   */
  readonly dialect?: 'prometheus';
  readonly caching?: Caching;
  /** A GET that stores something, for devices that know no other method: it has no HEAD. */
  readonly changes?: true;
}

/** Rows, by method and path below /api/v1. */
export type EndpointRows = Readonly<
  Record<`${'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'} /${string}`, Endpoint>
>;

/** Bytes of the largest body that any row takes: a report of a sentry. */
export const MAX_BODY_BYTES = 4 * 1_048_576;
/** Bytes of a body from a user or a sentry: a policy with all the violations it may have takes half. */
export const USUAL_BODY_BYTES = 524_288;
/** Bytes of a body from anybody. */
export const PUBLIC_BODY_BYTES = 65_536;

/**
 * How many bytes the body of a row may have, after decompression. Reading a body costs time for each of its items, also of those that
 * are refused: a row takes no more than its largest sensible body.
 */
export const bodyLimitOf = ({ access, maxBodyBytes }: Pick<Endpoint, 'access' | 'maxBodyBytes'>): number =>
  maxBodyBytes ?? (access === 'public' ? PUBLIC_BODY_BYTES : USUAL_BODY_BYTES);

/** 204, without a body. */
export const noContent = { status: 204, response: null } as const;
