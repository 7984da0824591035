/**
 * Draws a first screen on the server, with the components of the console (vite.config.ts builds it as `first-screen.cjs`). Each drawing
 * runs these modules again, with stand-ins for what a browser has: nothing that they keep is seen by the next one.
 */
import { addressOf, type CallInput } from '@picket/contracts/client';
import type { EndpointKey } from '@picket/contracts/endpoints';
import React from 'react';
import { renderToString } from 'react-dom/server.edge';
import { StaticRouter } from 'react-router';
import { SWRConfig, unstable_serialize } from 'swr';
import { firstOfList } from '../features/overview/list/first-of-list.ts';
import { setFormatChoices } from '../lib/format-choices.ts';
import { peekPreloaded, takePreloaded } from '../lib/preloaded-responses.ts';
import { currentTranslator, loadTexts } from '../lib/texts.ts';
import { Console, loadPageAt } from './app.tsx';
import { FIRST_OPEN_ALERTS, forEachBrought } from './brought-responses.ts';

// On the server React asks stores for another state than in the browser; these have one.
Object.assign(React, {
  useSyncExternalStore: <State,>(_subscribe: unknown, read: () => State): State => read(),
});

/** The response that came with the page, under its key in the cache of the console. */
function brought<K extends EndpointKey>(key: K, input: CallInput<K>): readonly (readonly [string, unknown])[] {
  const response = takePreloaded(key, input);
  return response === undefined ? [] : [[unstable_serialize([key, input]), response]];
}

/** The request for the cards of a long list that are drawn; null: the list is not long. */
function firstCardsInput(): CallInput<'GET /views/locations'> | null {
  const cards = peekPreloaded('GET /views/locations', {})?.items ?? [];
  const alerts = peekPreloaded('GET /alerts', FIRST_OPEN_ALERTS)?.items ?? [];
  const first = firstOfList(cards, alerts, currentTranslator().locale);
  return first.length === cards.length ? null : { query: { locations: first.join(',') } };
}

/** Where the cards of a long list have come without readings: what the screen needs as well, as addresses without the base of the API. */
export function furtherRequests(): readonly string[] {
  const input = firstCardsInput();
  return input === null ? [] : [addressOf('', 'GET /views/locations', input).url];
}

/** The cards of a long list of which those that are drawn have come again, with their readings. */
function cardsWithFirst(): readonly (readonly [string, unknown])[] {
  const input = firstCardsInput();
  const first = input === null ? undefined : peekPreloaded('GET /views/locations', input);
  const cards = peekPreloaded('GET /views/locations', {});
  if (first === undefined || cards === undefined) return [];
  const whole = new Map(first.items.map((card) => [card.guid, card]));
  const items = cards.items.map((card) => whole.get(card.guid) ?? card);
  return [[unstable_serialize(['GET /views/locations', {}]), { ...cards, items }]];
}

/** Loads what draws the page at `address`, path and query. */
export async function load(address: string): Promise<void> {
  const profile = peekPreloaded('GET /users/my-profile', {});
  if (profile !== undefined) setFormatChoices(profile.preferences);
  await Promise.all([loadTexts(['start']), loadPageAt(address.split('?')[0] ?? '/')]);
}

/** Returns the content of the page at `address`, which is loaded: what the console shows first with the same responses. */
export function draw(address: string): string {
  const profile = takePreloaded('GET /users/my-profile', {}) ?? null;
  const cards = cardsWithFirst();
  const fallback = {
    session: profile,
    ...Object.fromEntries([...forEachBrought(brought).flat(), ...cards]),
  };
  return renderToString(
    <StaticRouter location={address}>
      <SWRConfig value={{ fallback }}>
        <Console />
      </SWRConfig>
    </StaticRouter>,
  );
}
