/** What reads one source of a gateway, and the clock that it reads by. */
import type { GatewaySource } from '@picket/contracts/gateways';
import type { Millis } from '@picket/domain/time';

/** The clock of this machine, and waiting by it. */
export interface GatewayClock {
  readonly now: () => Millis;
  /** Resolves after so many milliseconds, or once the signal is aborted. */
  readonly pause: (millis: Millis, signal: AbortSignal) => Promise<void>;
}

export interface SourceReader {
  /** Its configuration where it differs in what needs no new connection. */
  readonly update: (source: GatewaySource) => void;
  readonly close: () => Promise<void>;
}
