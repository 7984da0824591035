/** Overrides by location. */
import type { OverrideOut } from '@picket/contracts/types';
import { compareNames } from '../../../lib/name-order.ts';

export interface OverrideGroup {
  readonly location: OverrideOut['location'];
  /** In the order of their names. */
  readonly overrides: readonly OverrideOut[];
}

interface Named {
  readonly name: string;
}

/**
 * Those whose sentry or location has all words of `search` in its name, in the order of the locations' names. `locale`: of the reader's
 * language.
 */
export function groupOverrides(
  overrides: readonly OverrideOut[],
  search: string,
  locale: string,
): readonly OverrideGroup[] {
  const byName = (a: Named, b: Named): number => compareNames(locale, a.name, b.name);
  const words = search
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '');
  const found = overrides.filter(({ sentry, location }) => {
    const names = `${location.name} ${sentry.name}`.toLowerCase();
    return words.every((word) => names.includes(word));
  });
  return [...Map.groupBy(found, ({ location }) => location.guid).values()]
    .flatMap((list): OverrideGroup[] => {
      const [first] = list;
      return first === undefined
        ? []
        : [{ location: first.location, overrides: list.toSorted((a, b) => byName(a.sentry, b.sentry)) }];
    })
    .sort((a, b) => byName(a.location, b.location));
}
