/**
 * npm run pin-images [-- <folder>]: writes the digest that each image's tag stands for today behind the tag, in
 * the compose files and the Dockerfiles, as its registry says. An image whose registry does not answer stays as it is, and is named;
 * then the command ends with 1. Run it again to follow a tag; `git diff` shows what moved.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fetchDigest, imagesIn, listImageFiles, parseImageName, pinned } from './image-digests.ts';

const [folder = fileURLToPath(new URL('..', import.meta.url))] = process.argv.slice(2);
const files = listImageFiles(folder).map((name) => {
  const path = join(folder, name);
  const text = readFileSync(path, 'utf8');
  return { path, text, places: imagesIn(name, text) };
});
const names = new Map(
  files
    .flatMap(({ places }) => places)
    .map(({ text }) => parseImageName(text))
    .filter((image) => image !== null)
    .map((image) => [image.tagged, image]),
);
const digests = new Map<string, string>();
for (const [tagged, image] of names) {
  try {
    const digest = await fetchDigest(image);
    digests.set(tagged, digest);
    process.stdout.write(`${tagged} is ${digest}\n`);
  } catch (error) {
    const { message, cause } = error as Error;
    const why = cause instanceof Error && cause.message !== '' ? cause.message : message;
    process.stdout.write(`${tagged} stays as it is: ${why}\n`);
  }
}
for (const { path, text, places } of files) {
  const written = pinned(text, places, digests);
  if (written !== text) writeFileSync(path, written);
}
process.exit(digests.size === names.size ? 0 : 1);
