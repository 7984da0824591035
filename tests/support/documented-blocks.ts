/** The code blocks of README and guides, and what becomes of each in the tests. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './server-process.ts';

export interface DocumentedBlock {
  /** From the root folder. */
  readonly document: string;
  readonly language: string;
  readonly text: string;
  /** `<!-- run: group -->` before the block: it is run, in the order of the page, with the others of the group. */
  readonly group: string | null;
  /** `<!-- not run: reason -->`. */
  readonly reason: string | null;
}

const BLOCK = /(?:^ *<!-- (run|not run): (.+?) -->\n)?^( *)```(\w*)\n([\s\S]*?)^\3```$/gmu;

const blocksOf = (document: string): DocumentedBlock[] =>
  Array.from(
    readFileSync(join(ROOT, document), 'utf8').matchAll(BLOCK),
    ([, mark, about = '', indent = '', language = '', text = '']) => ({
      document,
      language,
      text: text.replaceAll(new RegExp(`^${indent}`, 'gmu'), ''),
      group: mark === 'run' ? about : null,
      reason: mark === 'not run' ? about : null,
    }),
  );

const GUIDES = readdirSync(join(ROOT, 'docs/guides'))
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/guides/${name}`);

export const DOCUMENTED_BLOCKS: readonly DocumentedBlock[] = ['README.md', ...GUIDES].flatMap(blocksOf);

export const COMMANDS = DOCUMENTED_BLOCKS.filter(({ language }) => ['sh', 'js', 'py'].includes(language));

export const scriptOf = (group: string): string =>
  COMMANDS.flatMap((block) => (block.group === group ? [block.text] : [])).join('\n');

/** `npm run sentry -- --code ABCD2345   # comment` without the comment. */
const withoutComment = (line: string): string => line.replace(/\s+#.*$/u, '').trim();

/** Commands without a mark, as they are typed. */
export const unmarkedCommands = (): string[] =>
  COMMANDS.filter(({ group, reason }) => group === null && reason === null).flatMap(({ text }) =>
    text
      .replaceAll(/\\\n\s*/gu, '')
      .split('\n')
      .map(withoutComment)
      .filter((line) => line !== ''),
  );
