/** docs/reference/settings.md: what README.md says of each setting, with what the server accepts. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describeSettings } from '@picket/server/config';
import { code, HEADING, moveLinks, table } from './markdown.ts';

interface SettingSchema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly format?: string;
  readonly default?: unknown;
}

const ROW = /^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) \|(.*?)\| (.*) \|$/gmu;

function acceptedOf({
  type,
  enum: choices,
  minimum,
  maximum,
  minLength = 0,
  maxLength,
  format,
}: SettingSchema): string {
  if (choices !== undefined) return choices.map(code).join(', ');
  // An integer without a limit of its own has the largest that a number can be.
  if (maximum === Number.MAX_SAFE_INTEGER) return `${minimum ?? ''} or more`;
  if (minimum !== undefined || maximum !== undefined) return `${minimum ?? ''} to ${maximum ?? ''}`;
  if (format === 'uri') return 'an address';
  if (format === 'email') return 'an e-mail address';
  if (minLength > 1) return `text of ${minLength} to ${maxLength ?? ''} characters`;
  return type === 'number' || type === 'integer' ? 'a number' : 'text';
}

/** README.md says in words what is no constant, and what is no text of its own. */
const defaultOf = ({ default: value = '' }: SettingSchema, inWords: string): string =>
  value === '' ? inWords.trim() : code(String(value));

export function settingsPage(): string {
  const readme = readFileSync(fileURLToPath(new URL('../../README.md', import.meta.url)), 'utf8');
  const schemas = new Map(Object.entries(describeSettings()).map(([name, schema]) => [name, schema as SettingSchema]));
  const rows = [...readme.matchAll(ROW)].flatMap(([, names = '', defaults = '', meaning = '']) =>
    names.split(', ').flatMap((quoted, index) => {
      const schema = schemas.get(quoted.replaceAll('`', ''));
      return schema === undefined
        ? []
        : [[quoted, acceptedOf(schema), defaultOf(schema, defaults.split(', ')[index] ?? ''), moveLinks(meaning)]];
    }),
  );
  return [
    HEADING(
      'Settings',
      'Settings are environment variables, read at the start. An invalid one stops the start with one line that names it. An empty one counts as not set. With compose they stand in `.env`. Where several settings share a meaning, it describes them in their order.',
    ),
    table(['name', 'accepted', 'default', 'meaning'], rows),
    '',
  ].join('\n');
}
