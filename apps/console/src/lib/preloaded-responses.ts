/**
 * Responses that the server put into the page, so that its first screen waits for no further request: the profile at its beginning, the
 * others at its end, once they are made. Each is taken once, at once: a screen opened later asks the server.
 */
import { addressOf, type CallInput } from '@picket/contracts/client';
import type { EndpointKey, ResponseOf } from '@picket/contracts/endpoints';
import { pageRead } from './page-begun.ts';

const MAX_AGE_MS = 10_000;

type Responses = Readonly<Record<string, unknown>>;

/** By address, without the base of the API; null: not looked for yet. */
let responses: Map<string, unknown> | null = null;

function readElement(element: HTMLElement | null): Responses {
  const text = element?.textContent ?? '';
  // Guarantee: the server wrote an object of responses, by address.
  return text === '' ? {} : (JSON.parse(text) as Responses);
}

async function readEnd(): Promise<Responses> {
  await pageRead();
  try {
    return readElement(document.getElementById('preloaded-responses'));
  } catch {
    // The connection ended in the middle of it: what it would have had is requested.
    return {};
  }
}

/** What the page has brought, and promises of what its end brings. */
function findResponses(): Map<string, unknown> {
  const beginning = document.getElementById('preloaded-profile');
  const following = beginning?.dataset.following?.split(' ') ?? [];
  const end = readEnd();
  return new Map([
    ...Object.entries(readElement(beginning)),
    ...following.map((address) => [address, end.then((read) => read[address])] as const),
  ]);
}

/** Forgets what was not taken: after a change, or of another user. */
export function discardPreloaded(): void {
  responses = new Map();
}

/** Returns the response to a call if the page brought it; waits for it where it is about to. */
export async function takePreloaded<K extends EndpointKey>(
  key: K,
  input: CallInput<K>,
): Promise<ResponseOf<K> | undefined> {
  if (performance.now() > MAX_AGE_MS) discardPreloaded();
  responses ??= findResponses();
  const { url } = addressOf('', key, input);
  const known = responses;
  const found = known.get(url);
  known.delete(url);
  const response = await found;
  // Guarantee: returned by the same endpoint, whose schema the server holds its responses to.
  return responses === known ? (response as ResponseOf<K> | undefined) : undefined;
}
