/**
 * A paginated list. The first page comes from the cache; later pages are loaded on request and kept until the first
 * page changes.
 */

import type { CallInput } from '@picket/contracts/client';
import type { EndpointKey, ResponseOf } from '@picket/contracts/endpoints';
import { useEffect, useRef, useState } from 'react';
import { type ApiError, api, useApi } from './api.ts';

interface PageShape {
  readonly items: readonly unknown[];
  readonly nextCursor: string | null;
}

/** The endpoints that return pages. */
export type ListKey = { [K in EndpointKey]: ResponseOf<K> extends PageShape ? K : never }[EndpointKey];

type ItemOf<K extends ListKey> = ResponseOf<K> extends { readonly items: readonly (infer Item)[] } ? Item : never;

export interface ListInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
}

export interface Pages<Item> {
  /** undefined until the first page is loaded. */
  readonly items: readonly Item[] | undefined;
  /** Why the first page could not be loaded. */
  readonly error: ApiError | undefined;
  readonly hasMore: boolean;
  readonly busy: boolean;
  readonly loadMore: () => void;
  readonly reload: () => Promise<unknown>;
}

/** Guarantee: the input is that of the endpoint; the server rejects any other. */
const callInput = <K extends ListKey>(input: ListInput): CallInput<K> => input as unknown as CallInput<K>;

/** Guarantee: `ListKey` admits only endpoints that return a page. */
const pageOf = <K extends ListKey>(response: ResponseOf<K>) =>
  response as unknown as { readonly items: readonly ItemOf<K>[]; readonly nextCursor: string | null };

export function usePages<K extends ListKey>(key: K, input: ListInput): Pages<ItemOf<K>> {
  const [laterPages, setLaterPages] = useState<readonly ResponseOf<K>[]>([]);
  const [busy, setBusy] = useState(false);
  // Once further pages are shown, regaining the focus must not drop them.
  const first = useApi(key, callInput<K>(input), { revalidateOnFocus: laterPages.length === 0 });
  const { data } = first;
  const current = useRef(data);
  useEffect(() => {
    current.current = data;
    setLaterPages([]);
  }, [data]);

  const last = laterPages.at(-1) ?? data;
  const cursor = last === undefined ? null : pageOf<K>(last).nextCursor;
  const loadMore = async (): Promise<void> => {
    if (cursor === null) return;
    setBusy(true);
    try {
      const page = await api(key, callInput<K>({ ...input, query: { ...input.query, cursor } }));
      // The list may have changed in the meantime.
      if (current.current === data) setLaterPages((pages) => [...pages, page]);
    } catch {
      // The button stays, so that the user can retry.
    } finally {
      setBusy(false);
    }
  };
  return {
    items: data === undefined ? undefined : [data, ...laterPages].flatMap((page) => pageOf<K>(page).items),
    error: first.error,
    hasMore: cursor !== null,
    busy,
    loadMore: () => void loadMore(),
    reload: () => first.mutate(),
  };
}
