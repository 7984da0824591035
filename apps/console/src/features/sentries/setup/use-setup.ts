/** Adding a sentry to a location: what the server knows of it so far. */
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { api, refresh, useApi } from '../../../lib/api.ts';

const KEY = 'GET /views/locations/{guid}/setup';
/** What the device does arrives as live events; polling covers those that announce no view, and an interrupted stream. */
const POLL_INTERVAL_MS = 2000;

/** The address names the sentry that is being set up, so that the page can be left and opened again. */
export function useSetup(location: string) {
  const [query, setQuery] = useSearchParams();
  const sentry = query.get('sentry');
  const setup = useApi(
    KEY,
    { params: { guid: location }, query: sentry === null ? {} : { sentry } },
    { refreshInterval: sentry === null ? 0 : POLL_INTERVAL_MS },
  );
  const [code, setCode] = useState<string | null>(null);
  return {
    setup,
    /** The activation code, while this page has it: the server does not keep it. */
    code,
    open: (guid: string, activationCode: string | null): void => {
      setCode(activationCode);
      setQuery({ sentry: guid });
    },
    renewCode: async (guid: string): Promise<void> => {
      const { activationCode } = await api('POST /sentries/{guid}/activation-code', { params: { guid } });
      setCode(activationCode);
    },
    /** Another sentry. */
    startAgain: async (): Promise<void> => {
      setCode(null);
      setQuery({});
      await refresh(KEY);
    },
  };
}
