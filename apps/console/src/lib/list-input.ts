/** The endpoints that return a list in pages: what they are given, and what they return. */
import type { CallInput } from '@picket/contracts/client';
import type { EndpointKey, ResponseOf } from '@picket/contracts/endpoints';

interface PageShape {
  readonly items: readonly unknown[];
  readonly nextCursor: string | null;
}

/** The endpoints that return pages. */
export type ListKey = { [K in EndpointKey]: ResponseOf<K> extends PageShape ? K : never }[EndpointKey];

export type ItemOf<K extends ListKey> =
  ResponseOf<K> extends { readonly items: readonly (infer Item)[] } ? Item : never;

export interface ListInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
}

/** Guarantee: the input is that of the endpoint; the server rejects any other. */
export const callInput = <K extends ListKey>(input: ListInput): CallInput<K> => input as unknown as CallInput<K>;

/** Guarantee: `ListKey` admits only endpoints that return a page. */
export const pageOf = <K extends ListKey>(response: ResponseOf<K>) =>
  response as unknown as { readonly items: readonly ItemOf<K>[]; readonly nextCursor: string | null };
