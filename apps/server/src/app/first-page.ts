/**
 * What the first page needs beside itself: the files it will import are named in it, and with a session the answers it will ask for
 * first stand in it. On a line with a long way each of these would be one wait after the other.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language, languageOfTag } from '@picket/domain/languages';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';

const LIST = z.array(z.string());
/** Of the pages before the sign-in, of what is around every page after it, of /locations, of the first steps on that page. */
const PAGES = z.object({ session: LIST, frame: LIST, locations: LIST, firstSteps: LIST });
const FILES = z.object({ files: PAGES, texts: z.record(z.enum(LANGUAGES), PAGES) });

export type FirstPageFiles = z.infer<typeof FILES>;

/** Reads what the build of the console wrote; null: it wrote nothing. */
export function readFirstPageFiles(folder: string): FirstPageFiles | null {
  const file = join(folder, 'first-page.json');
  return existsSync(file) ? FILES.parse(JSON.parse(readFileSync(file, 'utf8'))) : null;
}

const HOME = new Set(['/', '/locations']);
const PROFILE = '/users/my-profile';
const FIRST_STEPS = '/views/get-started';
const HOME_ANSWERS = ['/views/locations', '/alerts?state=OPEN&limit=500', FIRST_STEPS, '/announcements?limit=1'];

type Answers = Readonly<Record<string, unknown>>;

const WITH_LANGUAGE = z.object({ preferences: z.object({ language: z.enum(LANGUAGES) }) });
const WITH_STEPS = z.object({ isClosed: z.literal(false) });

/** The language of the user, else the first of the browser that the console has. */
export function languageOfPage(answers: Answers, acceptLanguage: string | undefined): Language {
  const profile = WITH_LANGUAGE.safeParse(answers[PROFILE]);
  if (profile.success) return profile.data.preferences.language;
  const tags = (acceptLanguage ?? '').split(',').map((one) => one.split(';')[0]?.trim() ?? '');
  return tags.map(languageOfTag).find((language) => language !== null) ?? DEFAULT_LANGUAGE;
}

/** What is shown at a path to whom these answers are for. */
function shownAt(path: string, answers: Answers): readonly (keyof z.infer<typeof PAGES>)[] {
  if (Object.keys(answers).length === 0) return ['session'];
  if (!HOME.has(path)) return ['frame'];
  return WITH_STEPS.safeParse(answers[FIRST_STEPS]).success
    ? ['frame', 'locations', 'firstSteps']
    : ['frame', 'locations'];
}

/** Link elements for the files that the page at a path will import. */
export function preloadLinks(
  { files, texts }: FirstPageFiles,
  path: string,
  answers: Answers,
  language: Language,
): string {
  const needed = new Set(shownAt(path, answers).flatMap((part) => [...files[part], ...texts[language][part]]));
  return [...needed]
    .map((file) =>
      file.endsWith('.css')
        ? `<link rel="preload" as="style" crossorigin href="/${file}">`
        : `<link rel="modulepreload" crossorigin href="/${file}">`,
    )
    .join('');
}

/** The page does not wait longer for them: it can ask for them itself. */
const MAX_WAIT_MS = 1000;

export interface FirstAnswers {
  /** By address, without the base of the API. */
  readonly answers: Answers;
  /** That the session got with them. */
  readonly cookies: readonly string[];
}

export const NO_ANSWERS: FirstAnswers = { answers: {}, cookies: [] };

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
  const tooLate = new Promise<FirstAnswers>((resolve) => setTimeout(resolve, MAX_WAIT_MS, NO_ANSWERS).unref());
  return Promise.race([gather(), tooLate]);
}

/** The element that the console reads them from. */
export const answersElement = (answers: Answers): string =>
  `<script type="application/json" id="preloaded-answers">${JSON.stringify(answers).replaceAll('<', '\\u003c')}</script>`;
