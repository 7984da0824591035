/**
 * What changed while a request was under way. SWR throws its response away then: a screen that was being opened would stay empty, and
 * the answer to an interruption would be lost, until the next request. Here the response gets the changes it missed.
 */
import type { CallInput } from '@picket/contracts/client';
import type { EndpointKey, ResponseOf } from '@picket/contracts/endpoints';
import { mutate, unstable_serialize } from 'swr';

export type Change<K extends EndpointKey> = (current: ResponseOf<K>, input: CallInput<K>) => ResponseOf<K>;

type Load<K extends EndpointKey> = (key: K, input: CallInput<K>) => Promise<ResponseOf<K>>;

/** By endpoint, the changes since each request began that is under way. */
const missed = new Map<EndpointKey, unknown>();
/** Of each input the request that began last. */
const newest = new Map<string, unknown>();

function changesOf<K extends EndpointKey>(key: K): Set<Change<K>[]> {
  const made: unknown = missed.get(key) ?? new Set<Change<K>[]>();
  missed.set(key, made);
  // Guarantee: nothing else puts anything there.
  return made as Set<Change<K>[]>;
}

/** Has the responses that are under way changed once they arrive. */
export function addMissedChange<K extends EndpointKey>(key: K, change: Change<K>): void {
  for (const changes of changesOf(key)) changes.push(change);
}

/** Has the responses that are under way left out of the cache: those of an endpoint, or of all, for another user. */
export function forgetPending(key?: EndpointKey): void {
  for (const one of key === undefined ? missed.keys() : [key]) changesOf(one).clear();
}

/**
 * Loads a response for the cache of `useApi`. Returns it with the changes that it missed, and puts it there by itself if there were any.
 * Where the server had read them already, they are made twice, which changes nothing: each says what is so, not what is added.
 */
export async function loadWithChanges<K extends EndpointKey>(
  key: K,
  input: CallInput<K>,
  load: Load<K>,
): Promise<ResponseOf<K>> {
  const changes: Change<K>[] = [];
  const all = changesOf(key).add(changes);
  const id = unstable_serialize([key, input]);
  newest.set(id, changes);
  try {
    const response = await load(key, input);
    let current: ResponseOf<K> = response;
    for (const change of changes) current = change(current, input);
    const isKept = all.has(changes) && newest.get(id) === changes;
    if (changes.length > 0 && isKept) await mutate<ResponseOf<K>>([key, input], current, { revalidate: false });
    return current;
  } finally {
    all.delete(changes);
    if (newest.get(id) === changes) newest.delete(id);
  }
}
