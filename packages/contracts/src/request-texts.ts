/**
 * Base schemas of every text in a request. User input is trimmed, refused with its field's name where it contains invalid
 * characters (domain: textProblem), normalized to NFC and then bounded; what devices and programs report is cleaned instead. A
 * string that is neither is an enum, or has a pattern of its own. Held by request-texts.test.ts over the whole endpoint table.
 */
import { NAME_MESSAGES } from '@picket/domain/names';
import { cleanText, normalizeText, type TextForm, textProblem } from '@picket/domain/text';
import { z } from 'zod';

type FindProblem = (text: string) => string | null;

const checkedText = (problemOf: FindProblem) =>
  z
    .string()
    .trim()
    .superRefine((text, { addIssue }) => {
      const message = problemOf(text);
      if (message !== null) addIssue({ code: 'custom', message });
    });

const textOf = (form: TextForm, max: number, tooLong = `is longer than ${max} characters`) =>
  checkedText((text) => textProblem(text, form))
    .overwrite(normalizeText)
    .max(max, tooLong);

/** One line of text, at most `max` UTF-16 units long. */
export const Text = (max: number) => textOf('line', max);

/** Text with line breaks and tabs, at most `max` UTF-16 units long. */
export const MultilineText = (max: number, tooLong?: string) => textOf('lines', max, tooLong);

/**
 * Text reported by a device or a program: never refused for its characters or its length, but cleaned and cut to `max` UTF-16
 * units.
 */
export const ReportedText = (max: number) =>
  z
    .string()
    .trim()
    .overwrite((text) => cleanText(text, max, 'lines'));

/** Room for what `validateName` takes out: white space and zero-width characters. */
const NAME_INPUT_MAX = 2048;

/** A name as it is sent. `validateName` applies the product's rules; the messages are the product's here too. */
export const NameInput = checkedText((text) => {
  if (!text.isWellFormed()) return NAME_MESSAGES.unencodable;
  return textProblem(text, 'lines') === null ? null : NAME_MESSAGES.disallowed;
})
  .overwrite(normalizeText)
  .max(NAME_INPUT_MAX, NAME_MESSAGES.length);

/** The name of a metric of a sensor, such as `fluid-WATR.1-0042_leak`. */
export const SensorMetricId = z
  .string()
  .min(1)
  .max(160)
  .regex(/^[A-Za-z0-9._-]+$/u, 'may hold letters, digits, dots, dashes and underscores only');

/** A column of a metric; where a zone of a picture is meant, with that and its revision: `max@0190…:2`. */
export const Column = z
  .string()
  .min(1)
  .max(64)
  .regex(/^\w+(?:@[0-9a-f-]+(?::\d+)?)?$/u, 'is not the name of a column');
