/** The order of names in lists. */

/** Made once a language: they cost as much as sorting. */
const collators = new Map<string, Intl.Collator>();

function collatorOf(locale: string): Intl.Collator {
  const known = collators.get(locale);
  if (known !== undefined) return known;
  const made = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });
  collators.set(locale, made);
  return made;
}

/**
 * Compares names as the language of the reader does, "Room 2" before "Room 10", without regard to case. `locale`: that of the translator,
 * not of the process: a screen that the server draws has the order that the browser gives it.
 */
export const compareNames = (locale: string, one: string, other: string): number =>
  collatorOf(locale).compare(one, other);
