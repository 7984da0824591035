/** The function `t`, which formats the messages of one language. */
import formatMessage, { type CompiledMessage } from 'icu-minify/format';
import type { CompiledCatalog } from './compile.ts';
import type { ArgumentsOf, Catalogs, KeyOf, MessageOf, RichValuesOf } from './messages.ts';

/** `t('alerts.title')`, `t('alerts.count', { count: 3 })`. */
export interface Translator<Texts extends Catalogs, Node = string> {
  <Key extends KeyOf<Texts>>(key: Key, ...values: ArgumentsOf<MessageOf<Texts, Key>>): string;
  /** A message with tags, as a node: `t.rich('session.help', { link: (text) => <a href="…">{text}</a> })`. */
  readonly rich: <Key extends KeyOf<Texts>>(key: Key, values: RichValuesOf<MessageOf<Texts, Key>, Node>) => Node;
  /** The BCP 47 tag its numbers are formatted by, such as `de-CH`. */
  readonly locale: string;
}

interface Options<Node> {
  readonly locale: string;
  readonly catalogs: Readonly<Record<string, CompiledCatalog>>;
  /** Makes one node of the parts of a message with tags. */
  readonly join: (parts: readonly (string | Node)[]) => Node;
  /** Is called for a key without a message; the key is shown then. */
  readonly onMissing: (key: string) => void;
}

type AnyValue = string | number | ((text: never) => unknown);

const numberFormats = new Map<string, Intl.NumberFormat>();
const pluralRules = new Map<string, Intl.PluralRules>();

function cached<Made>(made: Map<string, Made>, key: string, make: () => Made): Made {
  const known = made.get(key) ?? make();
  made.set(key, known);
  return known;
}

const formatters = {
  getNumberFormat: (locale, options) =>
    cached(numberFormats, `${locale} ${JSON.stringify(options)}`, () => new Intl.NumberFormat(locale, options)),
  getPluralRules: (locale, options) =>
    cached(pluralRules, `${locale} ${options?.type}`, () => new Intl.PluralRules(locale, options)),
  getDateTimeFormat: (locale, options) => new Intl.DateTimeFormat(locale, options),
} satisfies Parameters<typeof formatMessage>[3]['formatters'];

/** Formats one message by itself, one without tags. */
export const formatCompiled = (
  message: CompiledMessage,
  locale: string,
  values: Readonly<Record<string, string | number>>,
): string => [formatMessage(message, locale, values, { formatters })].flat().join('');

/** Separates `feature.name.part` at its first dot. */
function findMessage(catalogs: Options<never>['catalogs'], key: string): CompiledMessage | undefined {
  const dot = key.indexOf('.');
  return catalogs[key.slice(0, dot)]?.[key.slice(dot + 1)];
}

/** Creates the translator of compiled catalogs; a catalog that is not loaded yet counts as missing. */
export function createTranslator<Texts extends Catalogs, Node>(options: Options<Node>): Translator<Texts, Node> {
  const { locale, catalogs, join, onMissing } = options;
  const partsOf = (key: string, values: Readonly<Record<string, AnyValue>> = {}): readonly (string | Node)[] => {
    const message = findMessage(catalogs, key);
    if (message === undefined) {
      onMissing(key);
      return [key];
    }
    const given = Object.entries(values).map(([name, value]) => [
      name,
      // Guarantee: a value of a tag takes the node of the text inside it; `RichValuesOf` asks for nothing else.
      typeof value === 'function' ? (parts: (string | Node)[]) => (value as (text: Node) => Node)(join(parts)) : value,
    ]);
    return [formatMessage<Node>(message, locale, Object.fromEntries(given), { formatters })].flat() as (
      | string
      | Node
    )[];
  };
  const translate = (key: string, values?: Readonly<Record<string, AnyValue>>): string => partsOf(key, values).join('');
  const rich = (key: string, values: Readonly<Record<string, AnyValue>>): Node => join(partsOf(key, values));
  // Guarantee: the types of the messages say which values each of them takes.
  return Object.assign(translate, { rich, locale }) as unknown as Translator<Texts, Node>;
}
