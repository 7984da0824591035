/** Names, texts and documents use the words of docs/glossary.md, and the check catches a deliberate violation in each scope. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Finding, isExcepted } from './findings.ts';
import { parseGlossary, SCOPES, type Scope } from './glossary.ts';
import { findInJson, findInMarkup, findInScript, findInStyleSheet, findInYaml } from './plain-files.ts';
import { findInDocument, findInModule, findInPath, findInRepository, findInSchema } from './vocabulary.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const VOCABULARY = parseGlossary(readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8'));
const WITHOUT_EXCEPTIONS = { ...VOCABULARY, exceptions: [] };

const asLine = ({ path, line, scope, word, found, instead }: Finding): string =>
  `${path}:${line}: ${scope}: "${word}" in "${found}", use ${instead}`;

describe('the words of the glossary', () => {
  let all: readonly Finding[] = [];
  beforeAll(() => {
    all = findInRepository(ROOT, WITHOUT_EXCEPTIONS);
  });

  test('no name, text or document uses a word that is ruled out', () => {
    const findings = all.filter((finding) => !isExcepted(VOCABULARY, finding));
    expect(findings.map(asLine)).toEqual([]);
  });

  test('each exception is needed', () => {
    const unused = VOCABULARY.exceptions.filter(
      (exception) => !all.some((finding) => isExcepted({ ...VOCABULARY, exceptions: [exception] }, finding)),
    );
    expect(unused).toEqual([]);
  });

  test('every scope has words', () => {
    const used = new Set(VOCABULARY.words.flatMap(({ scopes }) => [...scopes]));
    expect(SCOPES.filter((scope) => !used.has(scope))).toEqual([]);
  });
});

const module = (code: string) => (): Finding[] => findInModule(VOCABULARY, 'apps/console/src/violation.tsx', code);
const document = (markdown: string) => (): Finding[] => findInDocument(VOCABULARY, 'docs/violation.md', markdown);
const schema = (model: string) => (): Finding[] => findInSchema(VOCABULARY, 'prisma/schema.prisma', model);
const inFile = (find: typeof findInYaml, name: string, text: string) => (): Finding[] => find(VOCABULARY, name, text);
const path = (name: string) => (): Finding[] => findInPath(VOCABULARY, name);

const VIOLATIONS: readonly [what: string, scope: Scope, word: string, find: () => Finding[]][] = [
  ['a constant', 'identifiers', 'knock', module('export const knockCount = 1;')],
  ['a constant by its prefix', 'identifiers', 'MOST_', module('const MOST_TRIED = 1;')],
  ['a function by its whole name', 'identifiers', 'onto()', module('function onto() {}')],
  ['a parameter', 'identifiers', 'knock', module('function count(knocks: number, knock: number) {}')],
  ['a destructured name', 'identifiers', 'knock', module('const { first: knock } = list;')],
  ['a property of an interface', 'identifiers', 'kept back', module('interface State { readonly keptBack: boolean }')],
  ['a key of an object', 'identifiers', 'knock', module('send({ knock: 1 });')],
  ['a private method', 'identifiers', 'rouse', module('class Pump { #rouse() {} }')],
  ['an enum member', 'identifiers', 'knock', module('enum State { Knock }')],
  ['a file', 'files', 'knock', path('apps/server/src/platform/send-knock.ts')],
  ['a folder', 'files', 'knock', path('apps/server/src/knock/index.ts')],
  ['a model', 'columns', 'knock', schema('model KnockCount {')],
  ['a table', 'columns', 'knock', schema('  @@map("knock_count")')],
  ['a field', 'columns', 'knock', schema('  lastKnockAt DateTime')],
  ['a column', 'columns', 'knock', schema('  last DateTime @map("last_knock_at")')],
  ['a metric', 'names', 'knock', module("count('picket_knock_seconds');")],
  ['a path of the API', 'names', 'knock', module("get('/alerts/{guid}/knock');")],
  ['an endpoint in a document', 'names', 'knock', document('Send `POST /alerts/{guid}/knock`.')],
  ['a setting in an example', 'names', 'knock', document('```sh\nPICKET_KNOCK=4 npm start\n```')],
  ['text of an element', 'texts', 'knock', module('const page = <p>Knock again</p>;')],
  ['a label', 'texts', 'knock', module('const page = <button aria-label="Knock again" />;')],
  ['a label of one word', 'texts', 'knock', module("const label = 'Knock';")],
  ['a sentence', 'texts', 'knock', module("const text = 'A knock was lost';")],
  ['a message of the log', 'logs', 'knock', module("this.#log.warn({ count }, 'a knock was lost');")],
  ['a heading', 'docs', 'knock', document('## The lost knock')],
  ['prose', 'docs', 'whoever', document('It notifies whoever is there.')],
  ['a comment', 'comments', 'knock', module('/** Waits for a knock. */')],
  ['a comment of the schema', 'comments', 'knock', schema('/// Waits for a knock.')],
  ['a class', 'names', 'knock', inFile(findInStyleSheet, 'a.css', '.list .knock-row:hover {\n}')],
  ['a custom property', 'names', 'knock', inFile(findInStyleSheet, 'a.css', 'a { color: var(--knock); }')],
  ['a comment of a style sheet', 'comments', 'knock', inFile(findInStyleSheet, 'a.css', '/* The knock. */')],
  ['a text of a page', 'texts', 'knock', inFile(findInMarkup, 'a.html', '<title>Knock</title>')],
  ['a description of a page', 'texts', 'knock', inFile(findInMarkup, 'a.html', '<meta content="A knock at once" />')],
  ['a title of a dashboard', 'texts', 'knock', inFile(findInJson, 'a.json', '{ "title": "Lost knocks and a knock" }')],
  ['a metric of a dashboard', 'names', 'knock', inFile(findInJson, 'a.json', '{ "expr": "sum(knock_count)" }')],
  ['a comment of a workflow', 'comments', 'knock', inFile(findInYaml, 'a.yml', 'on: # a knock')],
  ['a text of a workflow', 'texts', 'knock', inFile(findInYaml, 'a.yml', '  summary: A knock was lost')],
  ['a setting of a composition', 'names', 'knock', inFile(findInYaml, 'a.yml', '  PICKET_KNOCK: 1')],
  ['a comment of a script', 'comments', 'knock', inFile(findInScript, 'a.sh', 'set -eu # a knock')],
  ['a text of a script', 'texts', 'knock', inFile(findInScript, 'a.sh', 'echo "no knock came"')],
  ['a variable of a script', 'names', 'knock', inFile(findInScript, 'a.sh', 'knock=$1')],
  ['the name of a test', 'comments', 'knock', module("test.each([1])('a lost knock costs nothing', run);")],
];

describe('a deliberate violation is caught', () => {
  test.each(VIOLATIONS)('%s', (_what, scope, word, find) => {
    expect(find().map((finding) => [finding.scope, finding.word])).toContainEqual([scope, word]);
  });

  test('every scope has one', () => {
    const scopes = VIOLATIONS.map(([, scope]) => scope);
    expect(SCOPES.filter((scope) => !scopes.includes(scope))).toEqual([]);
  });
});

describe('what is allowed passes', () => {
  test.each<[what: string, find: () => Finding[]]>([
    ['a word that only contains another', module('const layout = 1; const homepage = 2; const belief = 3;')],
    ['SQL', module("const sql = 'SELECT lane FROM belt WHERE kept';")],
    ['the path of an import', module("import { a } from './knock.ts';")],
    ['a name of the web platform', module("headers['clear-site-data'] = 'cookies';")],
    ['a word that is ruled out in names only, in prose', document('The contact of the relay opens. Try it.')],
    ['the target of a link', document('[Settings](https://example.org/knock)')],
  ])('%s', (_what, find) => {
    expect(find().map(asLine)).toEqual([]);
  });

  test('a glossary that names an unknown scope is refused', () => {
    const markdown = '### Ruled out\n| a | b | c |\n|---|---|---|\n| knock | nowhere | notify |\n### Exceptions\n';
    expect(() => parseGlossary(markdown)).toThrow('scope that does not exist: "nowhere"');
  });
});
