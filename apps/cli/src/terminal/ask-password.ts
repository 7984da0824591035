/** A password from standard input: from the terminal, which does not show it, or the first line of what is piped in. */
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

export interface PasswordStreams {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream;
}

/** Resolves to '' where the input ends without a line: that is no password, and the caller's rules say so. */
export function askPassword(
  what: string,
  { input, output }: PasswordStreams = { input: process.stdin, output: process.stderr },
): Promise<string> {
  const isTerminal = input.isTTY === true;
  output.write(isTerminal ? `${what} (it is not shown): ` : `${what}: reading one line from standard input …\n`);
  // The editing of a line echoes what is typed; here it echoes into nothing.
  const silentOutput = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: silentOutput, terminal: isTerminal });
  return new Promise((resolve) => {
    let password = '';
    lines.once('line', (line) => {
      password = line;
      lines.close();
    });
    lines.once('SIGINT', () => process.exit(130));
    lines.once('close', () => {
      if (isTerminal) output.write('\n');
      resolve(password);
    });
  });
}
