/** The pictures that README and docs show: the only ones that are committed. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** Beside docs, as the documents name it. */
export const PICTURES = 'docs/screenshots';

/** Names without the extension, such as locations-light-laptop. */
export function readShownPictures(root: string): ReadonlySet<string> {
  const documents = globSync('{*.md,docs/**/*.md}', { cwd: root });
  return new Set(
    documents.flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(/\bscreenshots\/(?<name>[\w-]+)\.webp\b/gu)].map(
        ({ groups }) => groups?.name ?? '',
      ),
    ),
  );
}

/** Has the browser encode a picture: it brings the encoder. */
export async function encodeWebp(page: Page, png: Buffer): Promise<Buffer> {
  const encoded = await page.evaluate(
    async (source) => {
      const bitmap = await createImageBitmap(await (await fetch(source)).blob());
      const canvas = document.createElement('canvas');
      canvas.width = bitmap.width;
      canvas.height = bitmap.height;
      canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
      return canvas.toDataURL('image/webp', 0.9);
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
  return Buffer.from(encoded.replace('data:image/webp;base64,', ''), 'base64');
}
