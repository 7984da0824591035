/** The client: requests by path and method, with the credential of a user's API token or of a device. */
import createClient, { type Client } from 'openapi-fetch';

export interface PicketClientOptions {
  /** The address of the installation, such as https://picket.example.org. */
  readonly baseUrl: string;
  /** An API token, or the token of a device. Left out: public operations only. */
  readonly token?: string | undefined;
  /** Replaces the fetch of the platform. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
}

/** The published package declares `Paths`: the operations of the API. */
export function createPicketClient<Paths extends object>({
  baseUrl,
  token,
  fetch,
}: PicketClientOptions): Client<Paths> {
  return createClient<Paths>({
    baseUrl,
    ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
    ...(fetch === undefined ? {} : { fetch }),
  });
}
