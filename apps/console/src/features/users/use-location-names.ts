import type { LocationOut } from '@picket/contracts/types';
import { useApi } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';

/** The tenant's locations and their names. */
export function useLocationNames(): {
  readonly locations: readonly LocationOut[] | undefined;
  readonly nameOf: (guid: string) => string;
  /** Still loading. */
  readonly isWaiting: boolean;
} {
  const t = useText();
  const { data, error } = useApi('GET /locations', { query: { limit: 500 } });
  const names = new Map(data?.items.map(({ guid, name }) => [guid, name]));
  return {
    locations: data?.items,
    nameOf: (guid) => names.get(guid) ?? t('users.unknownLocation'),
    isWaiting: data === undefined && error === undefined,
  };
}
