/** The first request for a whole list. What the page brings of it is under this. */
import type { CallInput } from '@picket/contracts/client';
import { callInput, type ListInput, type ListKey } from './list-input.ts';

/** The largest page of the API. */
const PAGE = 500;

export const firstPageOf = <K extends ListKey>(input: ListInput): CallInput<K> =>
  callInput<K>({ ...input, query: { ...input.query, limit: PAGE } });
