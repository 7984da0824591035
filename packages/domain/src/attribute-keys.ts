/** Attribute keys are non-empty parts joined by a slash (specification, sections 3, 5 and 8). */
export const ATTRIBUTE_KEY_EMPTY = 'cannot create attribute key for empty argument';

/** Joins the parts; throws a RangeError with the product's text when a part is empty. */
export function attributeKey(...parts: readonly string[]): string {
  if (parts.length === 0 || parts.some((part) => part.trim() === '')) throw new RangeError(ATTRIBUTE_KEY_EMPTY);
  return parts.join('/');
}

/** Whether a stored key could have been made by `attributeKey`. */
export function isAttributeKey(key: string): boolean {
  return key.split('/').every((part) => part.trim() !== '');
}
