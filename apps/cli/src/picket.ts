/**
 * picket <command> …: the one command of an operator, in the image and in a checkout. It finds the command in the table of
 * `picket/subcommands.ts` and hands over to its program. Ends with 2 where there is no such command or it does not take these arguments.
 */
import { problemWith } from './picket/check-arguments.ts';
import { failWithUsage, formatHelp, formatHelpOf } from './picket/command-help.ts';
import { findSubcommand } from './picket/subcommands.ts';

const isHelp = (word: string | undefined): boolean => word === '--help' || word === '-h';

function exitWith(code: number, text: string): never {
  (code === 0 ? process.stdout : process.stderr).write(`${text}\n`);
  process.exit(code);
}

const [first, ...rest] = process.argv.slice(2);
if (isHelp(first) || (first === 'help' && rest.length === 0)) exitWith(0, formatHelp());
if (first === '--version') {
  // What runs is loaded with the command that needs it: help comes at once.
  const { readVersion } = await import('@picket/server/commands');
  const { version, commit } = readVersion({ commit: process.env.PICKET_COMMIT || null });
  exitWith(0, `Picket ${version}${commit === undefined ? '' : ` (${commit})`}`);
}
if (first === undefined) exitWith(2, formatHelp());
const name = first === 'help' ? (rest[0] ?? '') : first;
const command = findSubcommand(name);
if (command === undefined) exitWith(2, `There is no command ${name}.\n\n${formatHelp()}`);
if (first === 'help' || rest.some(isHelp)) exitWith(0, formatHelpOf(command));

const problem = problemWith(command, rest);
if (problem !== null) failWithUsage(name, problem);
process.argv.splice(2, process.argv.length, ...(command.given ?? []), ...rest);
await command.load();
