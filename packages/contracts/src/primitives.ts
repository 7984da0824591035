/** The wire's small words: ids, instants, pages. */
import { DATE_TIME_MESSAGE, isTimezone, parseInstant, TIMEZONE_MESSAGE } from '@picket/domain';
import { z } from 'zod';

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

/** A name as it is sent; the product's rules and messages are applied by `validateName`. */
export const NameInput = z.string().max(2048);

export const Email = z.string().trim().max(254).pipe(z.email('not a valid e-mail address'));

/** Passwords travel as `base64:` followed by the UTF-8 bytes. */
export const PasswordInput = z
  .string()
  .max(8192)
  .regex(
    /^base64:(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/u,
    'must be base64: and the password',
  );

export const Attributes = z.record(z.string().max(256), z.string().max(2048));

export const GuidParams = z.strictObject({ guid: Guid });

export const PageQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(500).default(100),
  cursor: z.string().max(512).optional(),
});

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() });
