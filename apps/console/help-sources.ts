/**
 * The documents that users get as Help, and as the website of `npm run docs`: guides, reference, the operator's manual and the changelog.
 *
 * Input: the repository's folder. Output: pages with their markdown, whose links lead to each other.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

export interface HelpPage {
  /** From the root folder. */
  readonly source: string;
  /** Where it is served, without extension: `install`, `reference/settings`. */
  readonly name: string;
  readonly group: HelpGroup;
  readonly title: string;
  readonly markdown: string;
}

export type HelpGroup = 'Guides' | 'Reference' | 'Operation' | 'Updates';
export const HELP_GROUPS: readonly HelpGroup[] = ['Guides', 'Reference', 'Operation', 'Updates'];

/** In the order in which they are read; others follow. */
const GUIDES = [
  'index',
  'install',
  'first-ten-minutes',
  'policies-by-example',
  'notifications',
  'cameras-and-video',
  'connect-a-webhook',
  'dashboards-in-grafana',
  'device-over-http',
  'device-over-mqtt',
  'device-with-a-camera',
  'backup-and-restore',
  'upgrade',
  'grow',
  'security-hardening',
  'words',
];
const OPERATION = ['operations', 'scaling'];

const rankOf = (name: string): number => (GUIDES.includes(name) ? GUIDES.indexOf(name) : GUIDES.length);

function listDocuments(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  const names = readdirSync(join(root, folder)).filter((name) => name.endsWith('.md') && name !== 'README.md');
  return names.map((name) => name.slice(0, -'.md'.length)).sort();
}

const titleOf = (markdown: string): string => /^# (.+)$/mu.exec(markdown)?.[1] ?? '';

/** The page that a link of the document at `source` leads to, with the anchor; null: the file is not part of the help. */
function targetOf(link: string, source: string, pages: ReadonlyMap<string, string>, extension: string): string | null {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? source : posix.normalize(posix.join(posix.dirname(source), path));
  const page = pages.get(target);
  if (page === undefined) return null;
  if (target === source && anchor !== undefined) return `#${anchor}`;
  const address = posix.relative(posix.dirname(pages.get(source) ?? ''), page);
  return `${address}${extension}${anchor === undefined ? '' : `#${anchor}`}`;
}

const LINK = /\[((?:[^[\]]|\[[^\]]*\])*)\]\((?!https?:|mailto:)([^)\s]+)\)/gu;

/** Links to other pages get the addresses of the pages; what else the repository has is named and not linked. */
function rewriteLinks(markdown: string, source: string, pages: ReadonlyMap<string, string>, extension: string): string {
  const parts = markdown.split(/^(```[\s\S]*?^```$)/mu);
  return parts
    .map((part) =>
      part.startsWith('```')
        ? part
        : part.replace(LINK, (_all, text: string, link: string) => {
            // Addresses of the running server.
            if (link.startsWith('/')) return `[${text}](${link})`;
            const target = targetOf(link, source, pages, extension);
            return target === null ? text : `[${text}](${target})`;
          }),
    )
    .join('');
}

/** `extension`: of the pages that links lead to. */
export function readHelpPages(root: string, extension: '.html' | '.md'): HelpPage[] {
  const guides = listDocuments(root, 'docs/guides').sort((one, other) => rankOf(one) - rankOf(other));
  const reference = listDocuments(root, 'docs/reference');
  const entries: [source: string, name: string, group: HelpGroup][] = [
    ...guides.map((name): [string, string, HelpGroup] => [`docs/guides/${name}.md`, name, 'Guides']),
    ...reference.map((name): [string, string, HelpGroup] => [
      `docs/reference/${name}.md`,
      `reference/${name}`,
      'Reference',
    ]),
    ...OPERATION.map((name): [string, string, HelpGroup] => [`docs/${name}.md`, name, 'Operation']),
    ['CHANGELOG.md', 'changelog', 'Updates'],
  ];
  const names = new Map(entries.map(([source, name]) => [source, name]));
  return entries.map(([source, name, group]) => {
    const text = readFileSync(join(root, source), 'utf8').replaceAll(/^<!-- .* -->\n/gmu, '');
    return { source, name, group, title: titleOf(text), markdown: rewriteLinks(text, source, names, extension) };
  });
}
