/** The organizations of the installation, and one's own. */
import { refresh, useApi } from '../../lib/api.ts';
import { usePages } from '../../lib/use-pages.ts';
import { revalidateSession } from '../session/index.ts';

export const useTenants = () => usePages('GET /tenants', { query: { limit: 100 } });

export const useOwnTenant = () => useApi('GET /tenant', {});

/** After a change of one's own organization: its name and what it requires are part of the session. */
export async function refreshOwnTenant(): Promise<void> {
  await Promise.all([refresh('GET /tenant'), revalidateSession()]);
}

export const useRetention = () => useApi('GET /retention', {});

const HOSTS = 'GET /tenants/{guid}/outbound-destinations';

/** Private hosts of an organization, with the organization. */
export function useOutboundHosts(guid: string) {
  const params = { guid };
  const tenant = useApi('GET /tenants/{guid}', { params }, { revalidateOnFocus: false });
  const hosts = useApi(HOSTS, { params });
  return {
    name: tenant.data?.name,
    hosts: tenant.data === undefined ? undefined : hosts.data,
    error: tenant.error ?? hosts.error,
    reload: () => Promise.all([tenant.mutate(), hosts.mutate()]),
  };
}

export const refreshOutboundHosts = (): Promise<unknown> => refresh(HOSTS);
