/** What the page of the locations brings (apps/server/src/app/first-page.ts), as its screen asks for it. */
import type { CallInput } from '@picket/contracts/client';
import type { EndpointKey } from '@picket/contracts/endpoints';

type Use<Result> = <K extends EndpointKey>(key: K, input: CallInput<K>) => Result;

export const OPEN_ALERTS = { query: { state: 'OPEN', limit: 500 } } as const;

/** Calls `use` for each. */
export const forEachBrought = <Result>(use: Use<Result>): readonly Result[] => [
  use('GET /views/locations', {}),
  use('GET /alerts', OPEN_ALERTS),
  use('GET /views/get-started', {}),
  use('GET /announcements', { query: { limit: 1 } }),
];
