/** docs/reference/errors.md: every error of the API. */
import { ERROR_HINTS } from '@picket/contracts/document/error-hints';
import { ERRORS, type ErrorCode } from '@picket/contracts/errors';
import { namesOf } from '@picket/domain/kind-table';
import { code, HEADING, json, table } from './markdown.ts';

export function errorsPage(): string {
  const codes: readonly ErrorCode[] = namesOf(ERRORS);
  const rows = [...codes]
    .sort((one, other) => ERRORS[one].status - ERRORS[other].status)
    .map((one) => [String(ERRORS[one].status), code(one), ERRORS[one].message, ERROR_HINTS[one]]);
  return [
    HEADING(
      'Errors',
      'Every error of the API has the same form. `code` is stable and meant for programs, `message` for people. Messages are in English; a person in a browser gets those of the language of `Accept-Language`, where Picket has it.',
    ),
    json({
      code: 'validation',
      message: ERRORS.validation.message,
      errors: [{ name: 'timezone', message: 'is not a time zone' }],
      requestId: '3f0c8f3e-6a5c-4a53-9a43-6b7c5a1d2e10',
    }),
    '\n`errors` names the fields that are wrong, by their path in the body: `definition.violations.0.severity`. `requestId` finds the request in the log of the server.\n',
    table(['status', 'code', 'message', 'what to do'], rows),
    '',
  ].join('\n');
}
