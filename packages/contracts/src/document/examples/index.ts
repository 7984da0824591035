/** An example of each operation, recorded from a running server by `npm run reference`. */
import type { EndpointKey } from '../../endpoints.ts';

export interface OperationExample {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly response?: unknown;
}

export const exampleOf = (_key: EndpointKey): OperationExample => ({});
