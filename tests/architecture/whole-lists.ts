/** A rule about the console: names and choices come from whole lists, not from one page that ends where the API does. */
import { isTest } from './repository.ts';
import type { SourceRule } from './source-rule.ts';

/** The largest page of the API: asked for where all is wanted. */
const LARGEST_PAGE = /\blimit: 500\b/u;

export const WHOLE_LIST_RULES: readonly SourceRule[] = [
  {
    name: 'all-of-a-list-is-loaded-by-useWholeList',
    offenders: (files) =>
      files
        .filter((file) => file.path.startsWith('apps/console/src/') && !isTest(file) && LARGEST_PAGE.test(file.text))
        .map(({ path }) => path),
    violations: [
      {
        path: 'apps/console/src/features/users/planted.ts',
        text: "export const usePlanted = () => useApi('GET /locations', { query: { limit: 500 } });",
      },
    ],
  },
];
