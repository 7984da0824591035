/** A source that a gateway reads, as the server sees it: fed with the gateway's events in place of a connection. */
import type { BrokerSettings, SourceSettings } from '@picket/contracts/connected-settings';
import type { BrokerTopics, GatewayEvent } from '@picket/contracts/gateways';
import type { Millis } from '@picket/domain/time';
import { newGuid } from '../../../platform/keys/ids.ts';
import { guardedNetwork } from '../../../platform/outbound/guarded-network.ts';
import type { Platform } from '../../../platform/platform.ts';
import { BrokerSession } from '../mqtt/mqtt-session.ts';
import { PolledIntake } from '../polled/polled-intake.ts';
import type { SeenSource } from '../sources/seen-source.ts';
import { ObservedBroker } from './observed-broker.ts';
import { pollResultOf } from './poll-result.ts';

export interface ObservedSource {
  /** Takes what was observed at `at`. */
  readonly take: (event: GatewayEvent, at: Millis) => Promise<void>;
  /** Stores what was seen, and reports for the sentry that stands for it. */
  readonly run: () => Promise<void>;
  readonly loadAdopted: () => Promise<void>;
  readonly close: () => Promise<void>;
  /** Of a broker: what the gateway is to subscribe to. */
  readonly topics: () => BrokerTopics | null;
}

/** null: a gateway cannot read this kind. */
export function observedSource(platform: Platform, seen: SeenSource, settings: SourceSettings): ObservedSource | null {
  switch (settings.kind) {
    case 'MQTT':
      return observedBroker(platform, seen, settings);
    case 'WEBHOOK':
    case 'BROKER':
      return null;
    default:
      return observedPolls(seen);
  }
}

function observedPolls(seen: SeenSource): ObservedSource {
  const intake = new PolledIntake(seen);
  return {
    take: async (event, at) => {
      const result = pollResultOf(event);
      if (result !== null) intake.take(result, at);
    },
    run: async () => {
      await seen.store(intake.connection);
      if (intake.connection.connectedAt !== null) seen.reportConnectivity();
    },
    loadAdopted: () => seen.loadAdopted(),
    close: () => seen.close(),
    topics: () => null,
  };
}

function observedBroker({ log, clock }: Platform, seen: SeenSource, settings: BrokerSettings): ObservedSource {
  const broker = new ObservedBroker(newGuid());
  let observedAt: Millis | null = null;
  const session = new BrokerSession(
    { log, clock: { now: () => observedAt ?? clock.now() } },
    seen,
    { ...settings, exportsSentries: false },
    guardedNetwork(new Set()),
    (_settings, _network, listener) => broker.open(listener),
  );
  return {
    take: async (event, at) => {
      observedAt = at;
      try {
        await broker.take(event);
      } finally {
        observedAt = null;
      }
    },
    run: () => session.run(),
    loadAdopted: () => session.loadAdopted(),
    close: () => session.close(),
    topics: () => broker.topics(),
  };
}
