/**
 * Prints random lines of the product with their places. A reader of one should see from path and words which module it is of,
 * and what it may reach. The same seed chooses the same lines of the same sources.
 *
 *   node tools/random-lines.mjs [seed] [count]
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const [seed = '1', count = '25'] = process.argv.slice(2);
const root = fileURLToPath(new URL('../', import.meta.url));

/** Numbers from 0 to below 1 (mulberry32). */
function createRandom(start) {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const paths = execFileSync('git', ['ls-files', 'apps', 'packages'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => /\/src\/.+\.tsx?$/u.test(path) && !/\.test\.tsx?$/u.test(path));
/** Lines with a word in them; imports say nothing of their own. */
const lines = paths.flatMap((path) =>
  readFileSync(`${root}${path}`, 'utf8')
    .split('\n')
    .map((text, index) => ({ place: `${path}:${index + 1}`, text: text.trim() }))
    .filter(({ text }) => /\w{3}/u.test(text) && !/^import\b/u.test(text)),
);

const random = createRandom(Number(seed));
for (let left = Number(count); left > 0 && lines.length > 0; left--) {
  const [{ place, text }] = lines.splice(Math.floor(random() * lines.length), 1);
  console.log(`${place}\n    ${text}`);
}
