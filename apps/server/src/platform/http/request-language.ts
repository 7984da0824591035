/** In which language the caller of a request reads. */
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@picket/domain/languages';
import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

/**
 * The language of a person in a browser, as the console asks for it. Programs and devices get English, whose sentences they may
 * compare.
 */
export function requestLanguage(request: FastifyRequest): Language {
  if (!isOfPerson(request)) return DEFAULT_LANGUAGE;
  const [preferred] = new Negotiator(request).languages([...LANGUAGES]);
  return LANGUAGES.find((language) => language === preferred) ?? DEFAULT_LANGUAGE;
}

/** Whether a person reads the response: one with a session or, before the sign-in, a browser by what it alone sends (Fetch, 3.2). */
function isOfPerson({ actor, headers }: FastifyRequest): boolean {
  if (actor?.kind === 'user') return actor.via.kind === 'session';
  // Where nothing has authenticated the caller yet, there is no actor.
  const isSignedOut = actor === undefined || actor.kind === 'anonymous';
  return isSignedOut && (headers.origin !== undefined || headers['sec-fetch-site'] !== undefined);
}
