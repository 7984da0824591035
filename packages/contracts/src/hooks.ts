/** What devices and platforms send to the address of a webhook integration. */
import { parseInstant } from '@picket/domain/time';
import { z } from 'zod';
import { Text } from './request-texts.ts';

export const HookParams = z.strictObject({ token: Text(256).min(1) });

/** The event of ChirpStack; platforms add parameters of their own. */
export const HookQuery = z.looseObject({ event: Text(40).optional() });

const MAX_REPORTS = 100;

/** A report, or a list of reports, or what a platform sends: which of them it is, is known once it was read. */
export const HookBody = z.union([
  z.looseObject({}),
  z.array(z.looseObject({})).min(1, 'is empty').max(MAX_REPORTS, `at most ${MAX_REPORTS} reports in one request`),
]);

/** A report in the query of an address: every other parameter is a value. */
export const HookReportQuery = z.looseObject({
  device: Text(100).min(1),
  name: Text(120).optional(),
  model: Text(120).optional(),
  /** When it was measured, as in a body. */
  at: Text(40).optional(),
});

const EPOCH_MILLIS_FROM = 100_000_000_000;
const EARLIEST = Date.UTC(2000, 0, 1);

/** The instant in milliseconds; null: it is none. Digits alone are seconds or milliseconds since 1970. */
function instantOf(at: string | number): number | null {
  const number = typeof at === 'number' ? at : /^\d{1,13}(?:\.\d{1,6})?$/u.test(at) ? Number(at) : null;
  const millis =
    number === null ? parseInstant(String(at)) : Math.round(number < EPOCH_MILLIS_FROM ? number * 1000 : number);
  return millis !== null && Number.isFinite(millis) && millis >= EARLIEST ? millis : null;
}

const HookTime = z
  .union([z.string().max(40), z.number()], 'must be a time with its zone, or seconds or milliseconds since 1970')
  .transform((at, { addIssue }) => {
    const millis = instantOf(at);
    if (millis === null)
      addIssue({ code: 'custom', message: 'must be a time with its zone, or seconds or milliseconds since 1970' });
    return millis ?? 0;
  });

const VALUE_NAME = /^[\p{L}\p{N} _.,:+()/-]{1,100}$/u;
const MAX_VALUES = 200;

const HookValues = z
  .record(
    z.string().regex(VALUE_NAME, 'must be a name of letters, digits, spaces and _.,:+()/-'),
    z.union(
      [z.number(), z.boolean(), z.string().max(64), z.null()],
      'must be a number, true or false, a text of at most 64 characters, or null where it is unknown',
    ),
    {
      // The problem of the name, rather than a general message.
      error: (issue) => (issue.code === 'invalid_key' ? issue.issues[0]?.message : undefined),
    },
  )
  .refine((values) => Object.keys(values).length > 0, 'must have a value, such as {"temperature": 21.4}')
  .refine((values) => Object.keys(values).length <= MAX_VALUES, `at most ${MAX_VALUES} values in one report`);

/** A report in Picket's own form. */
export const HookReport = z.strictObject({
  /** The same for as long as the device exists. */
  device: Text(100)
    .min(1)
    .regex(/^[\p{L}\p{N} _.:()-]+$/u, 'must have letters, digits, spaces and _.:()- alone'),
  name: Text(120).optional(),
  model: Text(120).optional(),
  /** When it was measured; left out: when it arrives. */
  at: HookTime.optional(),
  values: HookValues,
});

/** What became of a message. */
export const HookResult = z.object({
  /** Devices that it is about, and those of them that are adopted. */
  devices: z.number(),
  adopted: z.number(),
  /** Readings that were stored, those of them that are late, those that were stored before, and those that were refused. */
  accepted: z.number(),
  late: z.number(),
  duplicates: z.number(),
  rejected: z.number(),
  /** Parts of the message that were left out; the reasons are listed with the integration. */
  leftOut: z.number(),
});
