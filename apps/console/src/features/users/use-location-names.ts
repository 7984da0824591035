import type { LocationOut } from '@picket/contracts/types';
import { useText } from '../../lib/texts.ts';
import { useWholeList } from '../../lib/use-whole-list.ts';

/** The tenant's locations and their names. */
export function useLocationNames(): {
  readonly locations: readonly LocationOut[] | undefined;
  readonly nameOf: (guid: string) => string;
  /** Still loading. */
  readonly isWaiting: boolean;
} {
  const t = useText();
  const { data, error } = useWholeList('GET /locations');
  const names = new Map(data?.items.map(({ guid, name }) => [guid, name]));
  return {
    locations: data?.items,
    nameOf: (guid) => names.get(guid) ?? t('users.unknownLocation'),
    isWaiting: data === undefined && error === undefined,
  };
}
