/** Returns what stands in a number field; NaN where it is none, which no request takes. */
export const numberTyped = (typed: number | string): number =>
  typeof typed === 'number' ? typed : typed.trim() === '' ? Number.NaN : Number(typed);
