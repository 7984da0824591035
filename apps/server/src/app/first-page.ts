/**
 * What the first page needs beside itself: the files it will import are named in it, and with a session the responses it will request
 * first stand in it. On a line with a long way each of these would be one wait after the other.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPEN_STATES } from '@picket/domain/alert-states';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language, languageOfTag } from '@picket/domain/languages';
import { MAX_SHORT_LIST } from '@picket/domain/location-lists';
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
export const PROFILE = '/users/my-profile';
const FIRST_STEPS = '/views/get-started';
const CARDS = '/views/locations';
/** Of a long list they come without readings, several times sooner. */
const SHORT_CARDS = `${CARDS}?readings=short`;
const ANNOUNCEMENTS = '/announcements?limit=1';
const OPEN_ALERTS = `/alerts?state=${OPEN_STATES.join('%2C')}&limit=500`;
const HOME_REQUESTS = [CARDS, OPEN_ALERTS, FIRST_STEPS, ANNOUNCEMENTS];
/** The page of a location, and those beside it that show the same readings. */
const LOCATION = /^\/locations\/([0-9a-f-]{36})(\/(?:live|today|history))?$/u;

/** What the page at a path requests first. */
function requestsAt(path: string): readonly string[] {
  if (HOME.has(path)) return HOME_REQUESTS;
  const [, location] = LOCATION.exec(path) ?? [];
  return location === undefined ? [] : [`/views/locations/${location}`, ANNOUNCEMENTS];
}

/** Bodies as they were sent, by address without the base of the API: those of many locations are long, and none is read to pass it on. */
export type Responses = Readonly<Record<string, string>>;

export const readBody = (responses: Responses, address: string): unknown => JSON.parse(responses[address] ?? 'null');

const WITH_LANGUAGE = z.object({ preferences: z.object({ language: z.enum(LANGUAGES) }) });
const WITH_STEPS = z.object({ isClosed: z.literal(false) });

/** The languages of a browser, as it names them. */
export const tagsOf = (acceptLanguage: string | undefined): readonly string[] =>
  (acceptLanguage ?? '').split(',').map((one) => one.split(';')[0]?.trim() ?? '');

/** The language of the user, else the first of the browser that the console has. */
export function languageOfPage(responses: Responses, acceptLanguage: string | undefined): Language {
  const profile = WITH_LANGUAGE.safeParse(readBody(responses, PROFILE));
  if (profile.success) return profile.data.preferences.language;
  return (
    tagsOf(acceptLanguage)
      .map(languageOfTag)
      .find((language) => language !== null) ?? DEFAULT_LANGUAGE
  );
}

/** Each card has it once. Counted in the text: to parse that of a thousand locations takes as long as to send it. */
const OF_A_CARD = '"sentries":{';

/** Whether the response has the cards of a long list. */
function hasLongList(responses: Responses): boolean {
  const body = responses[CARDS] ?? '';
  let count = 0;
  for (let at = body.indexOf(OF_A_CARD); at !== -1 && count <= MAX_SHORT_LIST; at = body.indexOf(OF_A_CARD, at + 1))
    count += 1;
  return count > MAX_SHORT_LIST;
}

/** The parts of the console that a path shows to the user of these responses. */
function shownAt(path: string, responses: Responses): readonly (keyof z.infer<typeof PAGES>)[] {
  if (Object.keys(responses).length === 0) return ['session'];
  const [, location, beside] = LOCATION.exec(path) ?? [];
  if (location !== undefined && beside === undefined) return ['frame', 'location'];
  if (!HOME.has(path)) return ['frame'];
  const hasSteps = WITH_STEPS.safeParse(readBody(responses, FIRST_STEPS)).success;
  return [
    'frame',
    'locations',
    ...(hasSteps ? (['firstSteps'] as const) : []),
    ...(hasLongList(responses) ? (['manyLocations'] as const) : []),
  ];
}

/** The files that the page at a path imports, given the responses that are known. */
export function filesAt(
  { files, texts }: FirstPageFiles,
  path: string,
  responses: Responses,
  language: Language,
): ReadonlySet<string> {
  return new Set(shownAt(path, responses).flatMap((part) => [...files[part], ...texts[language][part]]));
}

/** Link elements for files. `isDrawn`: the screen stands in the page, and waits for its style sheets alone. */
export function linksTo(files: Iterable<string>, isDrawn: boolean): string {
  const asStyle = isDrawn ? 'rel="stylesheet"' : 'rel="preload" as="style"';
  const asScript = isDrawn ? 'rel="modulepreload" fetchpriority="low"' : 'rel="modulepreload"';
  return [...files]
    .map((file) => `<link ${file.endsWith('.css') ? asStyle : asScript} crossorigin href="/${file}">`)
    .join('');
}

/** The page does not wait longer for them: it can ask for them itself. */
const MAX_WAIT_MS = 1000;
/** Longer for what completes a page whose body was sent: to ask for it again takes longer than to wait. */
const MAX_COMPLETION_MS = 5000;

/** Resolves without a value when the page waits no longer. */
const waited = (limit = MAX_WAIT_MS): Promise<undefined> =>
  new Promise((resolve) => setTimeout(() => resolve(undefined), limit).unref());

export interface FoundSession {
  /** Of the profile; none without a valid session, or where that has not been found out in time. */
  readonly responses: Responses;
  /** The server has found that nobody is signed in; false also where it has not found out. */
  readonly isSignedOut: boolean;
  /** That the session got with the profile. */
  readonly cookies: readonly string[];
}

export const NO_SESSION: FoundSession = { responses: {}, isSignedOut: false, cookies: [] };

type Ask = (request: FastifyRequest, address: string) => ReturnType<typeof askApp>;

/** Returns a function that makes the requests of a page to `app`. The page may not wait for all of them, but a server that ends does. */
export function createAsk(app: FastifyInstance): Ask {
  const running = new Set<Promise<unknown>>();
  app.addHook('onClose', async () => {
    await Promise.allSettled(running);
  });
  return (request, address) => {
    const asked = askApp(app, request, address).finally(() => running.delete(asked));
    running.add(asked);
    return asked;
  };
}

/** The response to a GET as the user of the page gets it. */
async function askApp(app: FastifyInstance, request: FastifyRequest, address: string) {
  const { 'if-none-match': _, ...headers } = request.headers;
  const remoteAddress = request.socket.remoteAddress;
  const response = await app.inject({
    method: 'GET',
    url: `/api/v1${address}`,
    headers: { ...headers, accept: 'application/json', 'accept-encoding': 'identity' },
    ...(remoteAddress === undefined ? {} : { remoteAddress }),
  });
  const body = response.statusCode === 200 ? response.body : null;
  return { address, status: response.statusCode, body, cookies: [response.headers['set-cookie'] ?? []].flat() };
}

/** Who opens the page. Of the requests of a page this one alone renews a session. */
export async function sessionOfPage(ask: Ask, request: FastifyRequest): Promise<FoundSession> {
  const profile = await Promise.race([ask(request, PROFILE), waited()]);
  if (profile === undefined) return NO_SESSION;
  const { body, status, cookies } = profile;
  return { responses: body === null ? {} : { [PROFILE]: body }, isSignedOut: status === 401, cookies };
}

/** Responses by address; none where one of them is late. */
async function inTime(asked: readonly (readonly [string, ReturnType<Ask>])[], limit?: number): Promise<Responses> {
  const all = Promise.all(asked.map(async ([address, answer]) => [address, (await answer).body] as const));
  const found = (await Promise.race([all, waited(limit)]).catch(() => undefined)) ?? [];
  return Object.fromEntries(found.flatMap(([address, body]) => (body === null ? [] : [[address, body]])));
}

export interface FirstResponses {
  /** What the page requests first, as this user gets it. What is missing, the console requests. */
  readonly responses: Responses;
  /** The cards of a long list are without their readings: the console must not get them. */
  readonly isPartial: boolean;
}

export interface PreloadedResponses {
  readonly first: Promise<FirstResponses>;
  /** Requests what the first lack. */
  readonly complete: () => Promise<Responses>;
}

export const NO_RESPONSES: PreloadedResponses = {
  first: Promise.resolve({ responses: {}, isPartial: false }),
  complete: async () => ({}),
};

/** `address`: path and query. */
export function preloadResponses(ask: Ask, request: FastifyRequest, address: string): PreloadedResponses {
  // Which cards come first may depend on readings where somebody has chosen that.
  const inSteps = address === '/locations';
  const asked = requestsAt(address.split('?')[0] ?? '/');
  const first = inTime(asked.map((one) => [one, ask(request, inSteps && one === CARDS ? SHORT_CARDS : one)])).then(
    (responses) => ({ responses, isPartial: inSteps && hasLongList(responses) }),
  );
  return {
    first,
    complete: async () => {
      const { responses, isPartial } = await first;
      if (!isPartial) return responses;
      const { [CARDS]: _, ...others } = responses;
      return { ...others, ...(await inTime([[CARDS, ask(request, CARDS)]], MAX_COMPLETION_MS)) };
    },
  };
}

/** Responses to further requests of a page; null: one of them is late or failed. */
export async function furtherResponses(
  ask: Ask,
  request: FastifyRequest,
  addresses: readonly string[],
): Promise<Responses | null> {
  const responses = await inTime(addresses.map((address) => [address, ask(request, address)]));
  return addresses.every((address) => address in responses) ? responses : null;
}

/** One object by address, as the console reads them. */
export function responsesJson(responses: Responses): string {
  const members = Object.entries(responses).map(([address, body]) => `${JSON.stringify(address)}:${body}`);
  return `{${members.join(',')}}`;
}

/** The element that the console reads them from. */
export const responsesElement = (responses: Responses): string =>
  `<script type="application/json" id="preloaded-responses">${responsesJson(responses).replaceAll('<', '\\u003c')}</script>`;
