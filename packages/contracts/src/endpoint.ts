/** What a row of the endpoint table says. */
import type { z } from 'zod';

/**
 * Who may call: anybody; any signed-in person, or an API token acting for one; a person at a browser; a global
 * administrator; who has metrics access in the admin tenant; an administrator of it; somebody who administers, or may look at,
 * the location concerned; an activated sentry.
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
  'sentry',
] as const;
export type Access = (typeof ACCESS)[number];

/** `no-store`: nothing keeps it, no ETag. `revalidate`: private, asked again each time, 304 by ETag. */
export type Caching = 'no-store' | 'revalidate';

export interface Endpoint {
  readonly access: Access;
  /** Needs a fresh proof of who the person is (POST /auth/confirm or a sign-in within 15 minutes); no API token has one. */
  readonly requiresReauthentication?: true;
  /** Works for who still has to set up the second factor the organisation asks for. */
  readonly beforeMfa?: true;
  readonly tag: string;
  readonly summary: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly status: 200 | 201 | 204;
  /** null: no body, a download, or (with `stream`) events of that schema. */
  readonly response: z.ZodType | null;
  readonly stream?: z.ZodType;
  /** The media type of a file that is answered instead of JSON. */
  readonly download?: string;
  readonly caching?: Caching;
}

/** Answers nothing but that it was done. */
export const noContent = { status: 204, response: null } as const;
