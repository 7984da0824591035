/** What the page of one's own profile loads. */
import { useApi } from '../../lib/api.ts';
import { usePages } from '../../lib/use-pages.ts';

/** `isOn` false: not loaded. */
export const useSecondFactors = (isOn = true) =>
  useApi('GET /users/my-profile/mfa', isOn ? {} : null, { revalidateOnFocus: false });

const SESSIONS = { query: { limit: 20 } };
const TOKENS = { query: { limit: 50 } };

export const useMySessions = () => usePages('GET /users/my-profile/sessions', SESSIONS);

/** `isEveryone`: all tokens of the organization, for administrators. */
export const useApiTokens = (isEveryone: boolean) =>
  usePages('GET /api-tokens', { query: isEveryone ? { ...TOKENS.query, everyone: 'true' } : TOKENS.query });

/** Loads second factors, sessions and tokens together, so that the page renders once; true while it waits for them. */
export function useIsAccountLoading(isOn: boolean): boolean {
  const parts = [
    useSecondFactors(isOn),
    useApi('GET /users/my-profile/sessions', isOn ? SESSIONS : null),
    useApi('GET /api-tokens', isOn ? TOKENS : null),
  ];
  return isOn && parts.some(({ data, error }) => data === undefined && error === undefined);
}
