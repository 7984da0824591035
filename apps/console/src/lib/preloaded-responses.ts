/**
 * Responses that the server put into the page, so that its first screen waits for no further request. Each is taken once, at once: a
 * screen opened later asks the server.
 */
import { addressOf, type CallInput } from '@picket/contracts/client';
import type { EndpointKey, ResponseOf } from '@picket/contracts/endpoints';
import { isPageParsed, sincePageParsed } from './page-parsed.ts';

/** From their arrival: on a slow line that is long after the click. */
const MAX_AGE_MS = 10_000;

/** By address, without the base of the API; null: not read yet. */
let responses: Readonly<Record<string, unknown>> | null = null;

function readResponses(): Readonly<Record<string, unknown>> {
  const text = document.getElementById('preloaded-responses')?.textContent ?? '';
  try {
    // Guarantee: the server wrote an object of responses, by address.
    return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
  } catch {
    // The connection ended within it.
    return {};
  }
}

/** Forgets what was not taken: after a change, or of another user. */
export function discardPreloaded(): void {
  responses = {};
}

/** Returns the response to a call if the page brought it, and leaves it there. */
export function peekPreloaded<K extends EndpointKey>(key: K, input: CallInput<K>): ResponseOf<K> | undefined {
  if (sincePageParsed() > MAX_AGE_MS) discardPreloaded();
  // They are at the end of the page.
  if (responses === null && !isPageParsed()) return;
  responses ??= readResponses();
  // Guarantee: returned by the same endpoint, whose schema the server holds its responses to.
  return responses[addressOf('', key, input).url] as ResponseOf<K> | undefined;
}

/** Returns the response to a call if the page brought it. */
export function takePreloaded<K extends EndpointKey>(key: K, input: CallInput<K>): ResponseOf<K> | undefined {
  const response = peekPreloaded(key, input);
  if (response === undefined) return;
  const { [addressOf('', key, input).url]: _, ...others } = responses ?? {};
  responses = others;
  return response;
}
