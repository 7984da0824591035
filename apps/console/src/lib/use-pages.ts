/** A list in pages: the first one at once, the next when asked for. */
import type { EndpointKey, ResponseOf } from '@picket/contracts';
import type { CallInput } from '@picket/contracts/client';
import useSWRInfinite from 'swr/infinite';
import { type ApiError, api } from './api.ts';

interface PageShape {
  readonly items: readonly unknown[];
  readonly nextCursor: string | null;
}

/** The endpoints that answer pages. */
export type ListKey = { [K in EndpointKey]: ResponseOf<K> extends PageShape ? K : never }[EndpointKey];

type ItemOf<K extends ListKey> = ResponseOf<K> extends { readonly items: readonly (infer Item)[] } ? Item : never;

export interface Pages<Item> {
  /** undefined until the first page is there. */
  readonly items: readonly Item[] | undefined;
  readonly error: ApiError | undefined;
  readonly hasMore: boolean;
  readonly busy: boolean;
  readonly more: () => void;
  readonly reload: () => Promise<unknown>;
}

/** Guarantee: `ListKey` admits only endpoints whose answer has `items`. */
const itemsOf = <K extends ListKey>(page: ResponseOf<K>): readonly ItemOf<K>[] =>
  (page as unknown as { readonly items: readonly ItemOf<K>[] }).items;

export function usePages<K extends ListKey>(
  key: K,
  input: { readonly params?: Record<string, string>; readonly query?: Record<string, string | number | undefined> },
): Pages<ItemOf<K>> {
  const { data, error, size, setSize, isValidating, mutate } = useSWRInfinite<ResponseOf<K>, ApiError>(
    (index: number, previous: PageShape | null) =>
      index > 0 && previous?.nextCursor == null ? null : ['pages', key, input, previous?.nextCursor ?? null],
    // Guarantee: the caller's input is the row's, and the cursor is a query parameter of every list.
    ([, , given, cursor]: readonly [string, K, typeof input, string | null]) =>
      api(key, {
        ...given,
        query: { ...given.query, ...(cursor === null ? {} : { cursor }) },
      } as unknown as CallInput<K>),
    { revalidateFirstPage: false, keepPreviousData: true },
  );
  const last = data?.at(-1) as PageShape | undefined;
  return {
    items: data?.flatMap((page) => itemsOf<K>(page)),
    error,
    hasMore: last?.nextCursor != null,
    busy: isValidating,
    more: () => void setSize(size + 1),
    reload: () => mutate(),
  };
}
