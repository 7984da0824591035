/** STUN and TURN servers as the server names them (RFC 7064, 7065), for the library of direct connections. Pure. */

export interface NamedIceServer {
  readonly urls: readonly string[];
  readonly username?: string | undefined;
  readonly credential?: string | undefined;
}

const URL_PARTS = /^(stun|turn):(?:\[([0-9a-f:]+)\]|([^:?]+))(?::(\d{1,5}))?(?:\?transport=(udp|tcp))?$/iu;
const DEFAULT_PORT = 3478;

/** Over UDP alone, which is what the library has. */
export function toLibraryServers(servers: readonly NamedIceServer[]) {
  return servers.flatMap(({ urls, username, credential }) =>
    urls.flatMap((url) => {
      const [, scheme, six, name, port, transport] = URL_PARTS.exec(url) ?? [];
      const hostname = six ?? name;
      if (scheme === undefined || hostname === undefined || transport?.toLowerCase() === 'tcp') return [];
      const address = { hostname, port: Number(port ?? DEFAULT_PORT) };
      if (scheme.toLowerCase() === 'stun') return [address];
      const login = { username: username ?? '', password: credential ?? '' };
      return [{ ...address, ...login, relayType: 'TurnUdp' as const }];
    }),
  );
}
