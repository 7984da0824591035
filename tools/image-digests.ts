/** Which digest an image's tag stands for, as its registry says, and how a file names both. */
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { parseDocument, visit } from 'yaml';

const REQUEST_TIMEOUT_MS = 15_000;
const KINDS = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ');
const DIGEST = /^sha256:[0-9a-f]{64}$/u;
const IMAGE =
  /^(?:(?<host>localhost|[^/]*[.:][^/]*)\/)?(?<path>[a-z0-9._/-]+):(?<tag>[\w.-]+)(?:@(?<digest>sha256:[0-9a-f]{64}))?$/u;

export interface ImageName {
  readonly host: string;
  readonly path: string;
  readonly tag: string;
  /** The name without its digest, as it was written. */
  readonly tagged: string;
}

/** Null: no image with a tag. */
export function parseImageName(text: string): ImageName | null {
  const { host = 'docker.io', path, tag, digest } = IMAGE.exec(text)?.groups ?? {};
  if (path === undefined || tag === undefined) return null;
  const tagged = digest === undefined ? text : text.slice(0, -digest.length - 1);
  return { host, path: host === 'docker.io' && !path.includes('/') ? `library/${path}` : path, tag, tagged };
}

function registryOf(host: string): string {
  if (host === 'docker.io') return 'https://registry-1.docker.io';
  // As Docker does: only the machine itself is asked without TLS.
  return `${/^(localhost|127\.0\.0\.1)(:\d+)?$/u.test(host) ? 'http' : 'https'}://${host}`;
}

/** Asks the image's registry. Throws where it does not answer, or not with a digest. */
export async function fetchDigest({ host, path, tag }: ImageName): Promise<string> {
  const ask = (token: string | null): Promise<Response> =>
    fetch(`${registryOf(host)}/v2/${path}/manifests/${tag}`, {
      method: 'HEAD',
      headers: { accept: KINDS, ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
  let answer = await ask(null);
  if (answer.status === 401) answer = await ask(await fetchToken(answer.headers.get('www-authenticate') ?? ''));
  const digest = answer.headers.get('docker-content-digest') ?? '';
  if (!answer.ok || !DIGEST.test(digest)) throw new Error(`the registry answered ${answer.status} without a digest`);
  return digest;
}

/** A token anybody may have, from where the registry's challenge says. */
async function fetchToken(challenge: string): Promise<string> {
  const fields = new Map<string, string>();
  for (const [, name = '', value = ''] of challenge.matchAll(/(\w+)="([^"]*)"/gu)) fields.set(name, value);
  const realm = fields.get('realm') ?? '';
  if (!/^bearer /iu.test(challenge) || !URL.canParse(realm)) throw new Error('the registry asks for an account');
  const url = new URL(realm);
  for (const [name, value] of fields) if (name !== 'realm') url.searchParams.set(name, value);
  const answer = await fetch(url, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
  const body: unknown = answer.ok ? await answer.json() : null;
  if (typeof body === 'object' && body !== null) {
    if ('token' in body && typeof body.token === 'string') return body.token;
    if ('access_token' in body && typeof body.access_token === 'string') return body.access_token;
  }
  throw new Error(`the registry's token service answered ${answer.status}`);
}

interface Place {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The public images a compose file names, with their places; those it builds are none. */
export function imagesInCompose(file: string): readonly Place[] {
  const places: Place[] = [];
  visit(parseDocument(file, { merge: true }), {
    Map: (_key, map) => {
      const image = map.get('image', true);
      if (map.has('build') || typeof image !== 'object' || image === null || !('range' in image)) return;
      const { range, value } = image as { range?: readonly [number, number, number] | null; value?: unknown };
      if (range && typeof value === 'string') places.push({ start: range[0], end: range[1], text: value });
    },
  });
  return places;
}

/** The images a Dockerfile begins stages with. */
const imagesInDockerfile = (file: string): readonly Place[] =>
  [...file.matchAll(/^FROM (\S+:\S+)/gmu)].map((match) => {
    const text = match[1] ?? '';
    return { start: match.index + 5, end: match.index + 5 + text.length, text };
  });

/** The files below `folder` that name images, as paths from there. */
export const listImageFiles = (folder: string): readonly string[] =>
  globSync(['docker-compose*.yml', 'Dockerfile', 'deploy/**/compose*.yml', 'deploy/**/Dockerfile'], {
    cwd: folder,
  }).sort();

/** The public images that one of these files names, with their places. */
export const imagesIn = (name: string, text: string): readonly Place[] =>
  basename(name) === 'Dockerfile' ? imagesInDockerfile(text) : imagesInCompose(text);

/** The file with each image under the digest it has in `digests`, by its tagged name; the others as they are. */
export function pinned(file: string, places: readonly Place[], digests: ReadonlyMap<string, string>): string {
  let text = file;
  for (const place of [...places].sort((a, b) => b.start - a.start)) {
    const tagged = parseImageName(place.text)?.tagged;
    const digest = tagged === undefined ? undefined : digests.get(tagged);
    if (digest !== undefined) text = `${text.slice(0, place.start)}${tagged}@${digest}${text.slice(place.end)}`;
  }
  return text;
}
