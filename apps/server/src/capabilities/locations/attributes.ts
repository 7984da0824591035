import { ATTRIBUTE_KEY_EMPTY, isAttributeKey } from '@picket/domain/attribute-keys';
import { z } from 'zod';
import { invalid } from '../../platform/errors.ts';

/** A map whose keys follow the attribute-key rule, as it is stored. */
export const Attributes = z.record(z.string(), z.string());

/** Throws a 400 when a key has an empty part (specification, sections 5 and 8). */
export function checkAttributes(attributes: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  for (const key of Object.keys(attributes))
    if (!isAttributeKey(key)) throw invalid(`attributes.${key}`, ATTRIBUTE_KEY_EMPTY);
  return attributes;
}
