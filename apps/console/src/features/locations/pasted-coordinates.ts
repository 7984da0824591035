/** A decimal point, or the comma of many languages. */
const DEGREES = String.raw`(-?\d+(?:[.,]\d+)?)`;
const WITH_POINT = String.raw`(-?\d+\.\d+)`;

/** Between the two numbers of a map. A comma alone may be the decimal comma of one number that is being typed. */
const PAIRS = [
  new RegExp(String.raw`^\s*${DEGREES}\s*(?:;|,\s|\s)\s*${DEGREES}\s*$`, 'u'),
  new RegExp(String.raw`^\s*${WITH_POINT},${WITH_POINT}\s*$`, 'u'),
];

/** The latitude and the longitude of a text that has both; null: it has not. */
export function pastedCoordinates(text: string): { readonly latitude: string; readonly longitude: string } | null {
  for (const pair of PAIRS) {
    const [, latitude, longitude] = pair.exec(text) ?? [];
    if (latitude !== undefined && longitude !== undefined) return { latitude, longitude };
  }
  return null;
}
