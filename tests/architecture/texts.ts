/** Rules about texts: people read what is in the catalogs, and nothing else (docs/translations.md). */
import { isCode, isTest, type SourceFile } from './repository.ts';
import type { SourceRule } from './source-rule.ts';
import { childrenOf, fieldOf, isNode, type Node, nameOf, parseModule, walk } from './syntax.ts';

const CATALOG = /^(?:apps\/(?:console|server)|packages\/i18n)\/src\/locales\/en\/([a-z]+)\.ts$/u;
const isConsoleCode = (file: SourceFile): boolean =>
  /^apps\/console\/src\/(?!locales\/)/u.test(file.path) &&
  isCode(file) &&
  !isTest(file) &&
  !/\.d\.ts$/u.test(file.path);

/** What makes the texts that Picket sends. Stores beside it have statements, and the capability of mails has what operators read. */
const isMessageCode = (file: SourceFile): boolean =>
  /^apps\/server\/src\/capabilities\/(notifications\/(messages|channels|digests|composing)\/|.*-mails?\.ts$)/u.test(
    file.path,
  ) &&
  !/-store\.ts$|\/capabilities\/mail\//u.test(file.path) &&
  isCode(file) &&
  !isTest(file);

const LETTERS = /\p{L}{2}/u;
/** Two words, or one that begins as a sentence does. */
const TEXT = /\p{L}[,:;]? \p{L}|^\p{Lu}\p{Ll}+[.…:?!]?$/u;
/** Endpoints, and functions of style sheets and pictures. */
const NO_TEXT = /^(GET|POST|PUT|PATCH|DELETE) \/|^[a-z-]+\(|^M[\d ]|\bsans-serif$|^<svg /u;
/** Whose literals are read or announced, whatever they consist of. */
const READ_ATTRIBUTES = new Set([
  'label',
  'title',
  'placeholder',
  'description',
  'aria-label',
  'aria-description',
  'alt',
  'error',
  'action',
  'text',
]);
/** Whose literals no person reads. */
const SILENT_ATTRIBUTES =
  /^(className|d|style|viewBox|rel|autoComplete|allow|transform|points|sizes|gridTemplate\w*|aria-(?!label|description)\w+|data-\w+)$/u;
/** Calls whose texts are for developers, and keys of what is stored or drawn. */
const SILENT_CALLS =
  /^(Error|error|warn|getItem|setItem|removeItem|querySelector|querySelectorAll|closest|matches|useMatches|useMediaQuery|useDraft|draftKey|matchMedia)$/u;

const textOf = (node: Node): string | null => {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node.type === 'JSXText') return String(node.value);
  if (node.type !== 'TemplateLiteral') return null;
  return fieldOf(node, 'quasis')
    .map(({ value }) => String((value as { raw: string }).raw))
    .join('1');
};

function isSilent(node: Node, around: readonly Node[]): boolean {
  for (const [index, outside] of around.entries()) {
    const inside = index === 0 ? node : around[index - 1];
    if (/^TS/u.test(outside.type) || outside.source === inside) return true;
    if (outside.type === 'JSXAttribute') return SILENT_ATTRIBUTES.test(nameOf(outside.name));
    if (outside.type === 'Property' && fieldOf(outside, 'key')[0] === inside) return true;
    if (outside.type === 'Property' && SILENT_ATTRIBUTES.test(nameOf(outside.key))) return true;
    if (outside.type === 'BinaryExpression' && /^([!=]==?|in)$/u.test(String(outside.operator))) return true;
    if (outside.type === 'CallExpression' || outside.type === 'NewExpression') {
      const [callee] = fieldOf(outside, 'callee');
      const name = callee?.type === 'MemberExpression' ? nameOf(callee.property) : nameOf(callee);
      if (SILENT_CALLS.test(name)) return true;
    }
    if (/Function|JSXElement/u.test(outside.type)) return false;
  }
  return false;
}

/** Whether a node is a text that people read and no catalog has. */
function isStrayText(node: Node, around: readonly Node[]): boolean {
  const text = textOf(node);
  if (text === null || !LETTERS.test(text)) return false;
  // The name of the product is the same in every language.
  if (text.trim() === 'Picket') return false;
  if (node.type === 'JSXText') return true;
  const attribute = around.find(({ type }) => type !== 'JSXExpressionContainer' && type !== 'ConditionalExpression');
  if (attribute?.type === 'JSXAttribute' && READ_ATTRIBUTES.has(nameOf(attribute.name))) return true;
  return TEXT.test(text) && !NO_TEXT.test(text) && !isSilent(node, around);
}

function hasStrayText({ path, text }: SourceFile): boolean {
  let found = false;
  walk(parseModule(path, text).program, (node, around) => {
    found ||= isStrayText(node, around);
  });
  return found;
}

/** Responses of receivers, which an administrator reads as they came, and names of fonts and of what a card looks like. */
const SILENT_PROPERTIES = /^(answer|weight|size|color|spacing|defaultFontFamily)$/u;

/** Whether a node is a text that a message says, and no catalog has. Markup is no text. */
function isStrayMessageText(node: Node, around: readonly Node[]): boolean {
  if (!isStrayText(node, around) || /^<|="/u.test(textOf(node) ?? '')) return false;
  return !around.some(
    (outside) =>
      (outside.type === 'Property' && SILENT_PROPERTIES.test(nameOf(outside.key))) ||
      (outside.type === 'VariableDeclarator' && nameOf(outside.id) === 'COLORS'),
  );
}

function hasStrayMessageText({ path, text }: SourceFile): boolean {
  let found = false;
  walk(parseModule(path, text).program, (node, around) => {
    found ||= isStrayMessageText(node, around);
  });
  return found;
}

/** The keys of an English catalog, `feature.name`. */
function keysOf({ path, text }: SourceFile): string[] {
  const feature = CATALOG.exec(path)?.[1];
  if (feature === undefined) return [];
  const keys: string[] = [];
  walk(parseModule(path, text).program, (node) => {
    if (node.type !== 'Property') return;
    const [key] = fieldOf(node, 'key');
    keys.push(`${feature}.${key?.type === 'Literal' ? String(key.value) : nameOf(key)}`);
  });
  return keys;
}

/** Keys as code names them; a computed part matches anything. */
function namedKeys({ path, text }: SourceFile, add: (pattern: string | RegExp) => void): void {
  walk(parseModule(path, text).program, (node) => {
    if (node.type === 'Literal' && typeof node.value === 'string' && node.value.includes('.')) add(node.value);
    if (node.type !== 'TemplateLiteral') return;
    const parts = fieldOf(node, 'quasis').map(({ value }) => String((value as { raw: string }).raw));
    if (/^[a-z]+\./u.test(parts[0] ?? ''))
      add(new RegExp(`^${parts.map((part) => RegExp.escape(part)).join('.+')}$`, 'u'));
  });
}

function unusedKeys(files: readonly SourceFile[]): string[] {
  const literals = new Set<string>();
  const patterns: RegExp[] = [];
  for (const file of files.filter((one) => isCode(one) && !isTest(one) && !/\/locales\/(?:[a-z]{2})\//u.test(one.path)))
    namedKeys(file, (found) => (typeof found === 'string' ? literals.add(found) : patterns.push(found)));
  return files.flatMap((file) =>
    keysOf(file)
      .filter((key) => !literals.has(key) && !patterns.some((pattern) => pattern.test(key)))
      .map((key) => `${file.path}: ${key}`),
  );
}

const SCREEN = /^apps\/console\/src\/screens\/.*\.tsx$/u;
const MAX_SCREEN_LINES = 120;
/** What only features import: requests and their cache. */
const FETCHING = /^(api|useApi|usePages|refresh|refreshAfterPending|updateCached)$/u;

function fetches({ path, text }: SourceFile): boolean {
  return childrenOf(parseModule(path, text).program)
    .filter(({ type }) => type === 'ImportDeclaration')
    .some((node) => {
      if (isNode(node.source) && node.source.value === 'swr') return true;
      return fieldOf(node, 'specifiers').some(({ imported }) => FETCHING.test(nameOf(imported)));
    });
}

/** What has catalogs of its own: the apps, and what reads the shared ones for them. */
const APPS = ['apps/console/src/', 'apps/server/src/', 'packages/i18n/src/'];

const server = (path: string, text: string): SourceFile => ({ path: `apps/server/src/capabilities/${path}`, text });
const console_ = (path: string, text: string): SourceFile => ({ path: `apps/console/src/${path}`, text });

export const TEXT_RULES: readonly SourceRule[] = [
  {
    name: 'texts-of-the-console-are-in-catalogs',
    offenders: (files) => files.filter((file) => isConsoleCode(file) && hasStrayText(file)).map(({ path }) => path),
    violations: [
      console_('ui/a.tsx', 'export const A = () => <p>Nothing is open</p>;'),
      console_('ui/a.tsx', 'export const A = () => <p>{open}, until</p>;'),
      console_('ui/a.tsx', 'export const A = () => <Button label="off" />;'),
      console_('ui/a.tsx', 'export const A = () => <Button aria-label={isOn ? "off" : t("ui.on")} />;'),
      console_('ui/a.tsx', 'export const A = () => <Button label={`Acknowledge ${name}`} />;'),
      console_('lib/a.ts', 'showToast("Saved");'),
      console_('lib/a.ts', 'notifications.show({ title: "It was saved" });'),
      console_('features/alerts/a.ts', 'export const LABELS = { SNOOZED: "was snoozed" };'),
      console_('features/alerts/a.ts', 'export const ago = (age: string) => `${age} ago, by`;'),
    ],
  },
  {
    name: 'texts-of-messages-are-in-catalogs',
    offenders: (files) =>
      files.filter((file) => isMessageCode(file) && hasStrayMessageText(file)).map(({ path }) => path),
    violations: [
      server('notifications/messages/a.ts', 'export const over = (what: string) => `Over: ${what}, at last`;'),
      server('notifications/channels/a.ts', "export const LABELS = { en: 'Acknowledge' };"),
      server('users/a-mail.ts', "export const mail = { subject: 'Your account was changed' };"),
    ],
  },
  {
    name: 'every-text-is-used',
    offenders: (files) => APPS.flatMap((app) => unusedKeys(files.filter(({ path }) => path.startsWith(app)))),
    violations: [
      [
        console_('locales/en/alerts.ts', "export default { open: 'Open', 'kind.A': 'A' };"),
        console_('a.ts', "t('alerts.closed')"),
      ],
      [
        console_('locales/en/alerts.ts', "export default { open: 'Open' };"),
        console_('a.ts', 't(`alerts.kind.${kind}`)'),
      ],
      [
        { path: 'apps/server/src/locales/en/alerts.ts', text: "export default { open: 'Open' };" },
        console_('a.ts', "t('alerts.open')"),
      ],
    ],
  },
  {
    name: `screens-have-at-most-${MAX_SCREEN_LINES}-lines`,
    offenders: (files) =>
      files
        .filter(({ path, text }) => SCREEN.test(path) && text.trimEnd().split('\n').length > MAX_SCREEN_LINES)
        .map(({ path }) => path),
    violations: [console_('screens/alerts/a.tsx', 'a;\n'.repeat(MAX_SCREEN_LINES + 1))],
  },
  {
    name: 'screens-fetch-nothing',
    offenders: (files) => files.filter((file) => SCREEN.test(file.path) && fetches(file)).map(({ path }) => path),
    violations: [
      console_('screens/alerts/a.tsx', "import { useApi } from '../../lib/api.ts';"),
      console_('screens/alerts/a.tsx', "import useSWR from 'swr';"),
    ],
  },
];
