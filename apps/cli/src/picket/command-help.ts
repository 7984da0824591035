/** What `picket` says about itself: the list of subcommands, the help of one, and how one is used. */
import { findSubcommand, SUBCOMMANDS, type Subcommand } from './subcommands.ts';

const usageLines = ({ name, usage }: Subcommand): string =>
  usage.map((form, at) => `${at === 0 ? 'usage:' : '      '} picket ${name} ${form}`.trimEnd()).join('\n');

export function formatHelp(): string {
  const width = Math.max(...SUBCOMMANDS.map(({ name }) => name.length)) + 2;
  return [
    'Commands for the operator of this Picket.',
    '',
    'usage: picket <command> [arguments]',
    '',
    ...SUBCOMMANDS.map(({ name, purpose }) => `  ${name.padEnd(width)}${purpose}`),
    '',
    '  picket <command> --help   what a command does, and its options',
    '  picket --version          the version of this Picket',
    '',
    'Run it where Picket runs: `docker compose exec server picket …`, or `./picket …` in the checkout.',
    'Settings are those of the server (docs/operations.md).',
  ].join('\n');
}

export const formatHelpOf = (command: Subcommand): string =>
  `${usageLines(command)}\n\n${command.purpose[0]?.toUpperCase()}${command.purpose.slice(1)}.\n\n${command.help}`;

/** Ends the process: the command was given arguments that it does not take. */
export function failWithUsage(name: string, problem?: string): never {
  const command = findSubcommand(name);
  if (problem !== undefined) process.stderr.write(`${problem}\n`);
  if (command !== undefined) process.stderr.write(`${usageLines(command)}\n`);
  process.exit(2);
}
