/** The accounts of an organization. */
import { refresh, useApi } from '../../lib/api.ts';
import { usePages } from '../../lib/use-pages.ts';

/** `search`: a part of a name or an address; '' for all. */
export const useUsers = (search: string) =>
  usePages('GET /users', { query: { limit: 50, ...(search === '' ? {} : { search }) } });

export const useUser = (guid: string) => useApi('GET /users/{guid}', { params: { guid } });

export async function refreshUser(): Promise<void> {
  await refresh('GET /users/{guid}');
}
