/** What can be done with the settings of a source, whatever its kind, and with its connection. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import type { SourceNetwork } from '@picket/source-io/source-network';
import type { AllowedHosts } from '../../../platform/outbound/outbound-allowlist.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { SeenSource } from './seen-source.ts';

/** A source while it is connected. */
export interface SourceSession {
  setNetwork(network: SourceNetwork): void;
  /** Reads again what is adopted. */
  loadAdopted(): Promise<void>;
  /** Stores what was seen, and does what is due. */
  run(): Promise<void>;
  close(): Promise<void>;
}

export interface Source {
  /** Of the sentry that stands for it. */
  readonly model: string;
  /** The settings of its kind alone: they say where it is and how it is read, and no secret. */
  readonly shown: Readonly<Record<string, string | number>>;
  /** Throws a 400 that names the field of an address that Picket may not connect to. */
  readonly checkAddress: (allowed: AllowedHosts) => void;
  /** null: there is nothing to connect to. */
  readonly test: ((network: SourceNetwork) => Promise<ResponseOf<'POST /integrations/test'>>) | null;
  /** Connects; `seen` is stored and closed by the session. null: devices connect to it, at the port of the runner. */
  readonly open: ((platform: Platform, seen: SeenSource, network: SourceNetwork) => Promise<SourceSession>) | null;
}
