/**
 * What the first page needs beside itself: the files it will import are named in it, and with a session the responses it will request
 * first stand in it. On a line with a long way each of these would be one wait after the other. Its beginning is sent as soon as it is
 * known who asks: the browser loads and starts the console while the responses at its end are made.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language, languageOfTag } from '@picket/domain/languages';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';

const LIST = z.array(z.string());
/**
 * Of the pages before the sign-in, of what is around every page after it, of /locations, of the first steps and of a long list on that page,
 * of the page of one location.
 */
const PAGES = z.object({
  session: LIST,
  frame: LIST,
  locations: LIST,
  firstSteps: LIST,
  manyLocations: LIST,
  location: LIST,
});
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
const CARDS = '/views/locations';
const ANNOUNCEMENTS = '/announcements?limit=1';
const HOME_REQUESTS = [CARDS, '/alerts?state=OPEN&limit=500', FIRST_STEPS, ANNOUNCEMENTS];
/** The page of a location, and those beside it that show the same readings. */
const LOCATION = /^\/locations\/([0-9a-f-]{36})(\/(?:live|today|history))?$/u;

/** What the page at a path requests first. */
function requestsAt(path: string): readonly string[] {
  if (HOME.has(path)) return HOME_REQUESTS;
  const [, location] = LOCATION.exec(path) ?? [];
  return location === undefined ? [] : [`/views/locations/${location}`, ANNOUNCEMENTS];
}

/** Bodies as they were sent, by address without the base of the API: those of many locations are long, and none is read to pass it on. */
type Responses = Readonly<Record<string, string>>;

const WITH_LANGUAGE = z.object({ preferences: z.object({ language: z.enum(LANGUAGES) }) });
const WITH_STEPS = z.object({ isClosed: z.literal(false) });

/** The language of the user, else the first of the browser that the console has. */
export function languageOfPage(profile: string | null, acceptLanguage: string | undefined): Language {
  const known = WITH_LANGUAGE.safeParse(JSON.parse(profile ?? 'null'));
  if (known.success) return known.data.preferences.language;
  const tags = (acceptLanguage ?? '').split(',').map((one) => one.split(';')[0]?.trim() ?? '');
  return tags.map(languageOfTag).find((language) => language !== null) ?? DEFAULT_LANGUAGE;
}

/** As MAX_RENDERED of the console (features/overview/list/cards.tsx): longer lists have code of their own. */
const MAX_CARDS = 60;
/** Each card has it once. Counted in the text: to parse that of a thousand locations takes as long as to send it. */
const OF_A_CARD = '"sentries":{';

/** Whether the response has more cards than a short list. */
function hasManyCards(responses: Responses): boolean {
  const body = responses[CARDS] ?? '';
  let count = 0;
  for (let at = body.indexOf(OF_A_CARD); at !== -1 && count <= MAX_CARDS; at = body.indexOf(OF_A_CARD, at + 1))
    count += 1;
  return count > MAX_CARDS;
}

type Part = keyof z.infer<typeof PAGES>;

/** What is shown at a path, as far as that is known with the session. */
function shownAt(path: string, isSignedIn: boolean): readonly Part[] {
  if (!isSignedIn) return ['session'];
  if (HOME.has(path)) return ['frame', 'locations'];
  const [, location, beside] = LOCATION.exec(path) ?? [];
  return location !== undefined && beside === undefined ? ['frame', 'location'] : ['frame'];
}

/** What is shown beside it because of these responses. */
const shownBecauseOf = (responses: Responses): readonly Part[] => [
  ...(WITH_STEPS.safeParse(JSON.parse(responses[FIRST_STEPS] ?? 'null')).success ? (['firstSteps'] as const) : []),
  ...(hasManyCards(responses) ? (['manyLocations'] as const) : []),
];

const filesOf = ({ files, texts }: FirstPageFiles, parts: readonly Part[], language: Language): readonly string[] =>
  parts.flatMap((part) => [...files[part], ...texts[language][part]]);

const linksTo = (files: ReadonlySet<string>): string =>
  [...files]
    .map((file) =>
      file.endsWith('.css')
        ? `<link rel="preload" as="style" crossorigin href="/${file}">`
        : `<link rel="modulepreload" crossorigin href="/${file}">`,
    )
    .join('');

/** Link elements for the files that the page at a path will import, for its beginning. */
export const preloadLinks = (files: FirstPageFiles, path: string, isSignedIn: boolean, language: Language): string =>
  linksTo(new Set(filesOf(files, shownAt(path, isSignedIn), language)));

/** Link elements for the files that it will import because of these responses, for its end. */
export function furtherLinks(files: FirstPageFiles, path: string, responses: Responses, language: Language): string {
  if (!HOME.has(path)) return '';
  const named = new Set(filesOf(files, shownAt(path, true), language));
  return linksTo(new Set(filesOf(files, shownBecauseOf(responses), language)).difference(named));
}

/** Longer than this the page does not wait to know who asks: nothing is shown before. */
const MAX_WAIT_MS = 1000;
/** Nor for what is shown within its frame, which the console then requests by itself. */
const MAX_REST_WAIT_MS = 3000;

const after = async (milliseconds: number): Promise<null> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds, null).unref());

interface Asked {
  readonly status: number;
  /** null: it was refused. */
  readonly body: string | null;
  readonly cookies: readonly string[];
}

/** Requests an address as the browser that asks for the page would. */
async function ask(app: FastifyInstance, request: FastifyRequest, address: string): Promise<Asked> {
  const { 'if-none-match': _, ...headers } = request.headers;
  const remoteAddress = request.socket.remoteAddress;
  const response = await app.inject({
    method: 'GET',
    url: `/api/v1${address}`,
    headers: { ...headers, accept: 'application/json', 'accept-encoding': 'identity' },
    ...(remoteAddress === undefined ? {} : { remoteAddress }),
  });
  const body = response.statusCode === 200 ? response.body : null;
  return { status: response.statusCode, body, cookies: [response.headers['set-cookie'] ?? []].flat() };
}

export interface PreloadedSession {
  /** As it was sent; null: nobody is known to be signed in. */
  readonly profile: string | null;
  /** The server has found that nobody is signed in; false also where it has not found out. */
  readonly isSignedOut: boolean;
  /** That the session got with it. */
  readonly cookies: readonly string[];
}

export const NO_SESSION: PreloadedSession = { profile: null, isSignedOut: false, cookies: [] };

/** Who asks for the page. */
export async function preloadSession(app: FastifyInstance, request: FastifyRequest): Promise<PreloadedSession> {
  const asked = await Promise.race([ask(app, request, PROFILE), after(MAX_WAIT_MS)]);
  if (asked === null) return NO_SESSION;
  const { status, body, cookies } = asked;
  return { profile: body, isSignedOut: status === 401, cookies };
}

/** The responses that the page at this path requests first, as this user gets them; without those that are refused or come late. */
export async function preloadResponses(
  app: FastifyInstance,
  request: FastifyRequest,
  path: string,
): Promise<Responses> {
  const tooLate = after(MAX_REST_WAIT_MS);
  const found = await Promise.all(
    requestsAt(path).map(async (address) => {
      // The beginning of the page is sent by now: what fails is left out, and requested by the console.
      const asked = await Promise.race([ask(app, request, address).catch(() => null), tooLate]);
      return { address, body: asked?.body ?? null };
    }),
  );
  return Object.fromEntries(found.flatMap(({ address, body }) => (body === null ? [] : [[address, body]])));
}

function element(id: string, attributes: string, responses: Responses): string {
  const members = Object.entries(responses).map(([address, body]) => `${JSON.stringify(address)}:${body}`);
  const json = `{${members.join(',')}}`.replaceAll('<', '\\u003c');
  return `<script type="application/json" id="${id}"${attributes}>${json}</script>`;
}

/** The element that the console reads the profile from, and the addresses whose responses follow at the end of the page. */
export const profileElement = (profile: string, path: string): string =>
  element('preloaded-profile', ` data-following="${requestsAt(path).join(' ').replaceAll('&', '&amp;')}"`, {
    [PROFILE]: profile,
  });

/** The element that the console reads them from. */
export const responsesElement = (responses: Responses): string => element('preloaded-responses', '', responses);
