import { nameKey } from '@picket/domain/names';

/** A name that none of `taken` is, whatever its case and spaces: the wanted one, else the first of "… 2", "… 3" that is free. */
export function uniqueName(wanted: string, taken: readonly string[]): string {
  const keys = new Set(taken.map(nameKey));
  for (let number = 2, name = wanted; ; number++) {
    if (!keys.has(nameKey(name))) return name;
    name = `${wanted} ${number}`;
  }
}
