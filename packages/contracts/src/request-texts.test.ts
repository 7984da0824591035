/**
 * Every text of every request, found by walking the endpoint table: what is no text is refused by the name of its field,
 * what passes is in NFC and bounded. A new endpoint with a bare z.string() fails here.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { IS_DEEP } from '../../../tests/support/deep.ts';
import { ENDPOINT_KEYS, ENDPOINT_TABLE } from './endpoints.ts';
import { PasswordInput } from './primitives.ts';
import { MultilineText, ReportedText, Text } from './request-texts.ts';

/** Where a text stands: keys and places, and `{key}` for the name of an entry of a record. */
type Path = readonly (string | number)[];
const KEY = '{key}';

interface Leaf {
  readonly path: Path;
  /** The string schema itself. */
  readonly schema: z.ZodType;
  /** Builds something to send with that text at that place. */
  readonly around: (text: string) => unknown;
}

/** The definition of a schema, as the traversal needs it. */
type Def = z.core.$ZodTypes['_zod']['def'];
const defOf = (schema: z.core.$ZodType): Def => (schema as z.core.$ZodTypes)._zod.def;

/** A value of about the right shape: the traversal needs the path to its leaf, not a valid rest. */
function sampleOf(schema: z.core.$ZodType): unknown {
  const def = defOf(schema);
  switch (def.type) {
    case 'object':
      return Object.fromEntries(Object.entries(def.shape).map(([name, part]) => [name, sampleOf(part)]));
    case 'array':
      return [];
    case 'record':
      return {};
    case 'literal':
      return def.values[0];
    case 'enum':
      return Object.values(def.entries)[0];
    case 'union':
      return sampleOf(def.options[0] as z.core.$ZodType);
    case 'pipe':
      return sampleOf(def.in);
    case 'optional':
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'catch':
    case 'nonoptional':
      return undefined;
    case 'nullable':
      return null;
    case 'number':
      return 1;
    case 'boolean':
      return true;
    case 'string':
      return 'sample';
    default:
      return undefined;
  }
}

/** The strings below a schema. Throws on a kind of schema it does not know, so that none is passed by unseen. */
function leavesOf(schema: z.core.$ZodType, path: Path, around: (part: unknown) => unknown): Leaf[] {
  const def = defOf(schema);
  switch (def.type) {
    case 'string':
      return [{ path, schema: schema as z.ZodType, around }];
    case 'object':
      return Object.entries(def.shape).flatMap(([name, part]) =>
        leavesOf(part, [...path, name], (value) => around({ ...(sampleOf(schema) as object), [name]: value })),
      );
    case 'array':
      return leavesOf(def.element, [...path, 0], (value) => around([value]));
    case 'record':
      return [
        ...leavesOf(def.keyType, [...path, KEY], (key) => around({ [String(key)]: sampleOf(def.valueType) })),
        ...leavesOf(def.valueType, [...path, 'key'], (value) => around({ key: value })),
      ];
    case 'union':
      return def.options.flatMap((option) => leavesOf(option, path, around));
    case 'pipe':
      return leavesOf(def.in, path, around);
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'catch':
    case 'nonoptional':
      return leavesOf(def.innerType, path, around);
    case 'number':
    case 'boolean':
    case 'enum':
    case 'literal':
    case 'null':
      return [];
    // What is judged one by one by who takes it (readings of a report, sensors that were heard).
    case 'unknown':
      return [];
    default:
      throw new Error(`the walk does not know schemas of the kind ${def.type}, at ${path.join('.')}`);
  }
}

interface Sent {
  readonly name: string;
  readonly leaf: Leaf;
  readonly request: z.ZodType;
}

const TEXTS: readonly Sent[] = ENDPOINT_KEYS.flatMap((key) =>
  (['params', 'query', 'body'] as const).flatMap((part) => {
    const request: z.ZodType | undefined = ENDPOINT_TABLE[key][part];
    if (request === undefined) return [];
    return leavesOf(request, [], (value) => value).map((leaf) => ({
      name: `${key} ${part}: ${leaf.path.join('.')}`,
      leaf,
      request,
    }));
  }),
);

/** What programs and devices say of themselves: mended, since what they say matters more than how. */
const REPORTED: readonly string[] = [
  'GET /events query: lastEventId',
  'POST /uilog body: msg',
  'POST /sentry/alerts body: message',
  'POST /sentry/network body: message',
  'POST /sentry/network body: address',
  'POST /sentry/network body: interface',
  'POST /sentry/source-tests body: result.topics.0',
  'POST /sentry/source-tests body: result.upses.0.name',
  'POST /sentry/source-tests body: result.upses.0.description',
  'POST /sentry/source-tests body: result.upses.0.status',
  'POST /sentry/source-tests body: result.device.description',
  'POST /sentry/source-tests body: result.device.profiles.0',
  'POST /sentry/source-tests body: result.values.0.name',
  'POST /sentry/source-tests body: result.values.0.found',
];

const NO_TEXT: readonly string[] = [
  '\ud800',
  '\udc00',
  '\0',
  '\u0007',
  '\u001b',
  '\u007f',
  '\u009f',
  '\ufffe',
  '\u{1ffff}',
];

/** The paths of what is wrong with a text at that place. */
function refusals({ leaf, request }: Sent, text: string): readonly string[] {
  const { error } = request.safeParse(leaf.around(text));
  return (error?.issues ?? []).flatMap((issue) => pathsOf(issue, []));
}

/** Of what no alternative of a union takes, what each of them says. */
function pathsOf(issue: z.core.$ZodIssue, above: readonly PropertyKey[]): readonly string[] {
  const path = [...above, ...issue.path];
  return issue.code === 'invalid_union'
    ? issue.errors.flat().flatMap((each) => pathsOf(each, path))
    : [path.map(String).join('.')];
}

const placeOf = ({ leaf }: Sent, text: string): string =>
  leaf.path.map((part) => (part === KEY ? text : String(part))).join('.');

const written = TEXTS.filter(({ name }) => !REPORTED.includes(name));
const reported = TEXTS.filter(({ name }) => REPORTED.includes(name));

test('there are texts to look at, and each that is mended is there', () => {
  expect(written.length).toBeGreaterThan(200);
  expect(reported.map(({ name }) => name).sort()).toEqual([...REPORTED].sort());
});

describe('every text of a request', () => {
  test('is refused by the name of its field where it holds what is no text', () => {
    const taken = written.flatMap((text) =>
      NO_TEXT.filter((bad) => !refusals(text, `sample${bad}s`).includes(placeOf(text, `sample${bad}s`))).map(
        (bad) => `${text.name} takes ${JSON.stringify(bad)}`,
      ),
    );
    expect(taken).toEqual([]);
  });

  test('is bounded', () => {
    const endless = written.filter((text) => {
      // Longer than an offer of a direct connection may be.
      const long = 'x'.repeat(100_000);
      return !refusals(text, long).includes(placeOf(text, long));
    });
    expect(endless.map(({ name }) => name)).toEqual([]);
  });

  test('is in NFC once it is read', () => {
    const others = written.filter(({ leaf }) => {
      const { success, data } = leaf.schema.safeParse('Cafe\u0301 samples');
      return success && data !== 'Caf\u00e9 samples';
    });
    expect(others.map(({ name }) => name)).toEqual([]);
  });
});

test('any text of devices and programs is normalized', () => {
  fc.assert(
    fc.property(fc.constantFrom(...reported), fc.string({ unit: 'binary', maxLength: 3000 }), ({ leaf }, text) => {
      const parsed = leaf.schema.parse(`said ${text}`);
      expect(typeof parsed === 'string' && parsed.isWellFormed() && !/(?![\t\n\r])\p{Cc}/u.test(parsed)).toBe(true);
    }),
    { numRuns: IS_DEEP ? 1000 : 60 },
  );
  for (const { leaf } of reported) expect(leaf.schema.parse('x'.repeat(70_000))).toMatch(/^x{32,65536}$/u);
});

test('an endpoint with a bare z.string() would be found', () => {
  const request = z.strictObject({ deep: z.array(z.strictObject({ bare: z.string().min(1).max(64) })) });
  const [leaf] = leavesOf(request, [], (value) => value);
  expect(leaf?.path).toEqual(['deep', 0, 'bare']);
  expect(leaf && refusals({ name: '', leaf, request }, 'sample\ud800')).toEqual([]);
});

test.each([
  ['base64:QQ==', true],
  ['base64:QR==', false],
  ['base64:QUI=', true],
  ['base64:QUJ=', false],
  ['base64:QUJD', true],
  ['base64:', true],
])('the password %s is written in the one way: %s', (sent, isTaken) => {
  expect(PasswordInput.safeParse(sent).success).toBe(isTaken);
});

describe('the bases', () => {
  test('length counts after trimming and normalizing', () => {
    expect(Text(4).parse('  Cafe\u0301  ')).toBe('Caf\u00e9');
    expect(Text(3).safeParse('Caf\u00e9').error?.issues[0]?.message).toBe('is longer than 3 characters');
  });

  test.each([
    ['x\ud800', 'contains an incomplete character (lone surrogate)'],
    ['x\u0007', 'must not contain control characters'],
    ['one\ntwo', 'must not contain control characters or line breaks'],
    ['x\ufffe', 'contains a code point that is not a character'],
  ])('one line: of %j is said "%s"', (text, message) => {
    expect(Text(64).safeParse(text).error?.issues[0]?.message).toBe(message);
  });

  test('several lines keep their breaks, and nothing else of that kind', () => {
    expect(MultilineText(64).parse('one\n\ttwo\r\nthree')).toBe('one\n\ttwo\r\nthree');
    expect(MultilineText(64).safeParse('one\u000btwo').success).toBe(false);
  });

  test('what is reported keeps what can be kept', () => {
    expect(ReportedText(12).parse('too hot\ud800\nnow and then')).toBe('too hot\ufffd\nnow');
  });
});
