/** What the page of the locations brings (apps/server/src/app/first-page.ts), as its screen asks for it. */
import type { CallInput } from '@picket/contracts/client';
import type { EndpointKey } from '@picket/contracts/endpoints';
import { OPEN_ALERTS } from '../features/alerts/open-alerts-input.ts';
import { firstPageOf } from '../lib/first-page-input.ts';

type Use<Result> = <K extends EndpointKey>(key: K, input: CallInput<K>) => Result;

export const FIRST_OPEN_ALERTS = firstPageOf<'GET /alerts'>(OPEN_ALERTS);

/** Calls `use` for each. */
export const forEachBrought = <Result>(use: Use<Result>): readonly Result[] => [
  use('GET /views/locations', {}),
  use('GET /alerts', FIRST_OPEN_ALERTS),
  use('GET /views/get-started', {}),
  use('GET /announcements', { query: { limit: 1 } }),
];
