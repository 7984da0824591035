/**
 * Sentences that a reader may want in another language. The English sentence is the key under which its translation stands
 * (decision 57), so a sentence without values stays a plain text.
 */

type ValueNames<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${infer Plain}, number` ? Plain : Name) | ValueNames<Rest>
  : never;

/** Texts are put in as they are; numbers as well, or with separators where the sentence says `{limit, number}`. */
type ValuesOf<Template extends string> = { readonly [Name in ValueNames<Template>]: string | number };

/** A sentence with values. Wherever a text is made of it, it is the English one. */
export class Phrase {
  /** The English sentence with its placeholders. */
  readonly template: string;
  readonly values: Readonly<Record<string, string | number>>;
  readonly #english: string;

  constructor(template: string, values: Readonly<Record<string, string | number>>, english = fill(template, values)) {
    this.template = template;
    this.values = values;
    this.#english = english;
  }

  toString(): string {
    return this.#english;
  }

  toJSON(): string {
    return this.#english;
  }
}

/** What a refusal says. */
export type Sentence = string | Phrase;

function fill(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replace(/\{(\w+)(, number)?\}/gu, (_, name: string, format: string | undefined) => {
    const value = values[name] ?? '';
    return format === undefined ? String(value) : value.toLocaleString('en');
  });
}

/** A sentence with values: `phrase('lasts at most {days} days', { days })`. */
export const phrase = <const Template extends string>(template: Template, values: ValuesOf<Template>): Phrase =>
  new Phrase(template, values);
