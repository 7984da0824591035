/** Lists of which all pages are loaded: names and choices are of everything there is, not of what fits in a page. */
import type { CallInput } from '@picket/contracts/client';
import type { ResponseOf } from '@picket/contracts/endpoints';
import type { SWRResponse } from 'swr';
import { type ApiError, type ApiOptions, api, useLoadedResponse } from './api.ts';
import { firstPageOf } from './first-page-input.ts';
import { callInput, type ListInput, type ListKey, pageOf } from './list-input.ts';

/** 20,000 entries: no page could show them, and what lies beyond is left out. */
const MAX_PAGES = 40;

/** Guarantee: made by `firstPageOf`, so that it is an input of the same endpoint. */
const pageAfter = <K extends ListKey>(firstPage: CallInput<K>, cursor: string): CallInput<K> => {
  const input = firstPage as ListInput;
  return callInput<K>({ ...input, query: { ...input.query, cursor } });
};

/** Guarantee: the endpoint's own page, with the items of those after it. */
const withItems = <K extends ListKey>(first: ResponseOf<K>, items: readonly unknown[]): ResponseOf<K> =>
  Object.assign({}, first, { items, nextCursor: null });

async function loadPages<K extends ListKey>(key: K, firstPage: CallInput<K>): Promise<ResponseOf<K>> {
  const first = await api(key, firstPage);
  const items: unknown[] = [...pageOf<K>(first).items];
  let { nextCursor } = pageOf<K>(first);
  for (let page = 1; nextCursor !== null && page < MAX_PAGES; page += 1) {
    const next = pageOf<K>(await api(key, pageAfter(firstPage, nextCursor)));
    items.push(...next.items);
    nextCursor = next.nextCursor;
  }
  return withItems<K>(first, items);
}

/** Loads all entries of a list, one page after the other. Rejects where one of them fails. */
export const loadWholeList = <K extends ListKey>(key: K, input: ListInput = {}): Promise<ResponseOf<K>> =>
  loadPages(key, firstPageOf(input));

/** The same as `useApi`, with all entries of a list. `input` null: no request. */
export const useWholeList = <K extends ListKey>(
  key: K,
  input: ListInput | null = {},
  options: ApiOptions<K> = {},
): SWRResponse<ResponseOf<K>, ApiError> =>
  useLoadedResponse(key, input === null ? null : firstPageOf<K>(input), loadPages, options);
