/**
 * Draws a first screen on the server, with the components of the console (vite.config.ts builds it as `first-screen.cjs`). Each drawing
 * runs these modules again, with stand-ins for what a browser has: nothing that they keep is seen by the next one.
 */
import type { CallInput } from '@picket/contracts/client';
import type { EndpointKey } from '@picket/contracts/endpoints';
import React from 'react';
import { renderToString } from 'react-dom/server.edge';
import { StaticRouter } from 'react-router';
import { SWRConfig, unstable_serialize } from 'swr';
import { setFormatChoices } from '../lib/format-choices.ts';
import { takePreloaded } from '../lib/preloaded-responses.ts';
import { loadTexts } from '../lib/texts.ts';
import { Console, loadPageAt } from './app.tsx';
import { forEachBrought } from './brought-responses.ts';

// On the server React asks stores for another state than in the browser; these have one.
Object.assign(React, {
  useSyncExternalStore: <State,>(_subscribe: unknown, read: () => State): State => read(),
});

/** The response that came with the page, under its key in the cache of the console. */
function brought<K extends EndpointKey>(key: K, input: CallInput<K>): readonly (readonly [string, unknown])[] {
  const response = takePreloaded(key, input);
  return response === undefined ? [] : [[unstable_serialize([key, input]), response]];
}

/** `address`: path and query. Returns the content of the page: what the console shows first with the same responses. */
export async function draw(address: string): Promise<string> {
  const profile = takePreloaded('GET /users/my-profile', {}) ?? null;
  if (profile !== null) setFormatChoices(profile.preferences);
  await Promise.all([loadTexts(['start']), loadPageAt(address.split('?')[0] ?? '/')]);
  const fallback = {
    session: profile,
    ...Object.fromEntries(forEachBrought(brought).flat()),
  };
  return renderToString(
    <StaticRouter location={address}>
      <SWRConfig value={{ fallback }}>
        <Console />
      </SWRConfig>
    </StaticRouter>,
  );
}
