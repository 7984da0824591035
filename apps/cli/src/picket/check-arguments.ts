/** Whether a command takes these arguments, by its row in the table. */
import { parseArgs } from 'node:util';
import type { Subcommand } from './subcommands.ts';

/** What is wrong, as a sentence; null: nothing. */
export function problemWith(
  { options, words: [least, most], choices }: Subcommand,
  args: readonly string[],
): string | null {
  try {
    const { positionals: words } = parseArgs({ args: [...args], allowPositionals: true, options: options ?? {} });
    const [first] = words;
    if (choices !== undefined && first !== undefined && !choices.includes(first))
      return `${first} is none of ${choices.join(', ')}.`;
    if (words.length < least) return 'Something is missing.';
    return words.length > most ? `${words.slice(most).join(' ')}: that is too much.` : null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
