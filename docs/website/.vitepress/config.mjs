/** The website of the documents that the server has as Help: `npm run docs` writes its pages and `pages/pages.json`. */
import { readFileSync } from 'node:fs';
import { slug } from 'github-slugger';

const PAGES = JSON.parse(readFileSync(new URL('../pages/pages.json', import.meta.url), 'utf8'));

const sidebar = Object.entries(Object.groupBy(PAGES, ({ group }) => group)).map(([text, pages]) => ({
  text,
  items: pages.map(({ name, title }) => ({ text: title, link: `/${name}` })),
}));

export default {
  title: 'Picket',
  description: 'Picket watches rooms where nobody is.',
  srcDir: 'pages',
  outDir: 'dist',
  cleanUrls: true,
  // Anchors are those of the documents in the repository.
  markdown: { anchor: { slugify: (text) => slug(text) } },
  // What the running server answers.
  ignoreDeadLinks: [/^\/api\//u],
  themeConfig: { sidebar, outline: [2, 3], search: { provider: 'local' } },
};
