/** Compiles the messages of a catalog into the form that is formatted without a parser. */
import compile from 'icu-minify/compile';
import type { CompiledMessage } from 'icu-minify/format';
import type { Catalog } from './messages.ts';

/** A catalog after compilation; a message without arguments is a string. */
export type CompiledCatalog = Readonly<Record<string, CompiledMessage>>;

/** @throws Error naming the message that is no valid ICU message. */
export function compileCatalog(catalog: Catalog): CompiledCatalog {
  const messages = Object.entries(catalog).map(([name, message]) => {
    try {
      return [name, compile(message)] as const;
    } catch (error) {
      throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)} in "${message}"`);
    }
  });
  return Object.fromEntries(messages);
}
