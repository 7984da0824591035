/** Which unit of temperature is usual where the browser is set up for. */

/** Regions that measure in degrees Fahrenheit; everywhere else it is Celsius. */
const FAHRENHEIT_REGIONS: ReadonlySet<string> = new Set([
  ...['US', 'LR', 'KY', 'BS', 'BZ', 'PW', 'FM', 'MH', 'GU', 'PR'],
  ...['VI', 'AS', 'MP', 'UM', 'TC', 'VG', 'MS', 'AG', 'KN'],
]);

/** false: it is Fahrenheit, or no language of the browser names a region. Nothing but a suggestion: the unit is chosen in the profile. */
export function isCelsiusUsual(languages: readonly string[] = navigator.languages): boolean {
  const regions = languages.flatMap((language) => regionOf(language) ?? []);
  const [first] = regions;
  return first !== undefined && !FAHRENHEIT_REGIONS.has(first);
}

function regionOf(language: string): string | undefined {
  try {
    return new Intl.Locale(language).region;
  } catch {
    return undefined;
  }
}
