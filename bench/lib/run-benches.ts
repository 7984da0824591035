/** Runs the parts of a benchmark, one after the other, and ends the process. */
import { parseArgs } from 'node:util';

/**
 * `defaults`: the options, which are numbers, each with its value unless it is given. `benchesOf` makes the parts of the benchmark, by
 * name; `--only` chooses some of them. `close`: ends what they share.
 */
export async function runBenches<Name extends string>(
  defaults: Readonly<Record<Name, number>>,
  benchesOf: (values: Readonly<Record<Name, number>>) => Readonly<Record<string, () => Promise<void>>>,
  close: () => Promise<void> = async () => {},
): Promise<never> {
  const { only, ...texts } = readOptions(Object.keys(defaults));
  for (const [name, text] of Object.entries(texts))
    if (!(Number(text) > 0)) throw new Error(`--${name} takes a number above 0`);
  const given = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, Number(text)]));
  const benches = benchesOf({ ...defaults, ...given });
  for (const name of only?.split(',') ?? Object.keys(benches)) {
    const bench = benches[name];
    if (bench === undefined) throw new Error(`--only takes ${Object.keys(benches).join(', ')}`);
    process.stderr.write(`${name} …\n`);
    await bench();
  }
  await close();
  process.exit(0);
}

/** What was given of these options, and of `--only`. */
function readOptions(names: readonly string[]): Partial<Record<string, string>> {
  const option = { type: 'string' } as const;
  const options: Record<string, typeof option> = { only: option };
  for (const name of names) options[name] = option;
  return parseArgs({ options }).values;
}
