/** Types of catalogs, of the keys in them, and of the arguments that a message takes; all taken from the English texts. */
import type { GetICUArgs } from '@schummar/icu-type-parser';

/** The texts of one feature: ICU messages by name. A name may have parts: `kind.SENTRY_SILENCE`. */
export type Catalog = Readonly<Record<string, string>>;

/** All catalogs of a language, by feature. */
export type Catalogs = Readonly<Record<string, Catalog>>;

/** A catalog in another language: the names of the English one, each exactly once. */
export type Translation<English extends Catalog> = { readonly [Name in keyof English]: string };

/** `feature.name`, for every message. */
export type KeyOf<Texts extends Catalogs> = {
  [Feature in keyof Texts & string]: `${Feature}.${keyof Texts[Feature] & string}`;
}[keyof Texts & string];

/** The English message of a key. */
export type MessageOf<Texts extends Catalogs, Key> = Key extends `${infer Feature}.${infer Name}`
  ? Feature extends keyof Texts
    ? Name extends keyof Texts[Feature]
      ? Texts[Feature][Name]
      : never
    : never
  : never;

/** Counts are formatted by the message, in its language; dates and measured values are passed as they are to be shown. */
interface ArgumentTypes {
  ICUArgument: string;
  ICUNumberArgument: number;
  ICUDateArgument: never;
}

/** Of several messages together: a key may be computed, such as `alerts.kind.${kind}`. */
type Together<Values> = (Values extends unknown ? (values: Values) => void : never) extends (values: infer All) => void
  ? All
  : never;

type ValuesOf<Message> = Together<Message extends string ? GetICUArgs<Message, ArgumentTypes> : never>;

/** The arguments after the key: none, or the values of the message. */
export type ArgumentsOf<Message> = keyof ValuesOf<Message> extends never
  ? readonly []
  : readonly [values: ValuesOf<Message>];

type TagNameOf<Message> = Message extends `${string}<${infer Tag}>${infer Rest}`
  ? (Tag extends `/${string}` ? never : Tag) | TagNameOf<Rest>
  : never;

/** The values of a message with tags: `<link>…</link>` takes a function `link` that gets the text inside. */
export type RichValuesOf<Message, Node> = ValuesOf<Message> & {
  readonly [Tag in TagNameOf<Message>]: (text: Node) => Node;
};
