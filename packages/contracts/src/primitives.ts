/** Primitives of the wire: ids, instants, pages. */
import { EMAIL } from '@picket/domain/emails';
import { DATE_TIME_MESSAGE, isTimezone, parseInstant, TIMEZONE_MESSAGE } from '@picket/domain/time';
import { z } from 'zod';
import { Text } from './request-texts.ts';

export const Guid = z.uuid();

/** An instant going out: ISO, UTC. */
export const InstantOut = z.string().meta({ format: 'date-time' });

/** An instant coming in: ISO with an offset. */
export const InstantIn = z
  .string()
  .max(40)
  .refine((text) => parseInstant(text) !== null, DATE_TIME_MESSAGE)
  .meta({ format: 'date-time' });

export const Timezone = z.string().max(64).refine(isTimezone, TIMEZONE_MESSAGE);

export const Email = Text(254).pipe(z.email({ pattern: EMAIL, error: 'not a valid e-mail address' }));

/**
 * Passwords travel as `base64:` followed by the UTF-8 bytes, in the one way to write them: the bits left over at the end are
 * zero (RFC 4648, 3.5), so that two requests with one password are the same.
 */
export const PasswordInput = z
  .string()
  .max(8192)
  .regex(
    /^base64:(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$/u,
    'must be base64: and the password',
  );

export const Attributes = z.record(Text(256), Text(2048), {
  // The problem of the key, rather than a general message.
  error: (issue) => (issue.code === 'invalid_key' ? issue.issues[0]?.message : undefined),
});

export const GuidParams = z.strictObject({ guid: Guid });

export const PageQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(500).default(100),
  cursor: Text(512).optional(),
});

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() });
