/** Parts of a page of the reference. */
import { relative } from 'node:path';

export const HEADING = (title: string, introduction: string): string =>
  `# ${title}\n\n<!-- Written by npm run reference: change its sources, not this page. -->\n\n${introduction}\n`;

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
  return [line(header), `|${header.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

export const code = (text: string): string => `\`${text}\``;
export const fence = (language: string, text: string): string => `\`\`\`${language}\n${text.trim()}\n\`\`\``;
export const json = (value: unknown): string => fence('json', JSON.stringify(value, null, 2));

/** Links of a page in the root folder, as they are below docs/reference. */
export const moveLinks = (markdown: string): string =>
  markdown.replace(/\]\((?!https?:|#)([^)]+)\)/gu, (_, target: string) => `](${relative('docs/reference', target)})`);
