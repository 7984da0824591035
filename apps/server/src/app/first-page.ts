/**
 * What the first page needs beside itself: the files it will import are named in it, and with a session the answers it will ask for
 * first stand in it. On a line with a long way each of these would be one wait after the other.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language, languageOfTag } from '@picket/domain/languages';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';

const PAGES = z.object({ session: z.array(z.string()), frame: z.array(z.string()), locations: z.array(z.string()) });
const FILES = z.object({ files: PAGES, texts: z.record(z.enum(LANGUAGES), PAGES) });

export type FirstPageFiles = z.infer<typeof FILES>;

/** Reads what the build of the console wrote; null: it wrote nothing. */
export function readFirstPageFiles(folder: string): FirstPageFiles | null {
  const file = join(folder, 'first-page.json');
  return existsSync(file) ? FILES.parse(JSON.parse(readFileSync(file, 'utf8'))) : null;
}

const HOME = new Set(['/', '/locations']);

/** The first language of the browser that the console has. */
export function preferredLanguage(acceptLanguage: string | undefined): Language {
  const tags = (acceptLanguage ?? '').split(',').map((one) => one.split(';')[0]?.trim() ?? '');
  return tags.map(languageOfTag).find((language) => language !== null) ?? DEFAULT_LANGUAGE;
}

/** Link elements for the files that a page will import. */
export function preloadLinks(
  { files, texts }: FirstPageFiles,
  path: string,
  hasSession: boolean,
  language: Language,
): string {
  const pages = hasSession
    ? (['frame', ...(HOME.has(path) ? (['locations'] as const) : [])] as const)
    : (['session'] as const);
  const needed = new Set([files, texts[language]].flatMap((of) => pages.flatMap((page) => of[page])));
  return [...needed]
    .map((file) =>
      file.endsWith('.css')
        ? `<link rel="preload" as="style" crossorigin href="/${file}">`
        : `<link rel="modulepreload" crossorigin href="/${file}">`,
    )
    .join('');
}

const PROFILE = '/users/my-profile';
const HOME_ANSWERS = ['/views/locations', '/alerts?state=OPEN&limit=500', '/views/get-started'];
/** The page does not wait longer for them: it can ask for them itself. */
const MAX_WAIT_MS = 1000;

export interface FirstAnswers {
  /** By address, without the base of the API. */
  readonly answers: Readonly<Record<string, unknown>>;
  /** That the session got with them. */
  readonly cookies: readonly string[];
}

const NOTHING: FirstAnswers = { answers: {}, cookies: [] };

/** The answers that the page at this path asks for first, as this user gets them; none without a valid session. */
export async function firstAnswers(app: FastifyInstance, request: FastifyRequest, path: string): Promise<FirstAnswers> {
  const ask = async (address: string) => {
    const { 'if-none-match': _, ...headers } = request.headers;
    const remoteAddress = request.socket.remoteAddress;
    const answer = await app.inject({
      method: 'GET',
      url: `/api/v1${address}`,
      headers: { ...headers, accept: 'application/json', 'accept-encoding': 'identity' },
      ...(remoteAddress === undefined ? {} : { remoteAddress }),
    });
    const body: unknown = answer.statusCode === 200 ? answer.json() : undefined;
    return { address, body, cookies: [answer.headers['set-cookie'] ?? []].flat() };
  };
  const gather = async (): Promise<FirstAnswers> => {
    const profile = await ask(PROFILE);
    if (profile.body === undefined) return { answers: {}, cookies: profile.cookies };
    const found = [profile, ...(await Promise.all(HOME.has(path) ? HOME_ANSWERS.map(ask) : []))];
    return {
      answers: Object.fromEntries(found.map(({ address, body }) => [address, body])),
      cookies: found.flatMap(({ cookies }) => cookies),
    };
  };
  const tooLate = new Promise<FirstAnswers>((resolve) => setTimeout(resolve, MAX_WAIT_MS, NOTHING).unref());
  return Promise.race([gather(), tooLate]);
}

/** The element that the console reads them from. */
export const answersElement = (answers: FirstAnswers['answers']): string =>
  `<script type="application/json" id="preloaded-answers">${JSON.stringify(answers).replaceAll('<', '\\u003c')}</script>`;
