/** What reads one source of a gateway. */
import type { GatewaySource } from '@picket/contracts/gateways';
import type { AnnouncedEntity } from '@picket/devices/announced';
import { OPEN_NETWORK } from '@picket/source-io/open-network';
import { polledSourceOf } from '@picket/source-io/poll-settings';
import { type PolledSource, type PollResult, secondsToNextPoll } from '@picket/source-io/polled-source';
import { BrokerReader } from './broker-reader.ts';
import { announcedBy, eventOfPoll } from './observed-event.ts';
import type { Outbox } from './outbox.ts';
import type { GatewayClock, SourceReader } from './source-reader.ts';

/** Begins to read; null: a source of this kind is not read by gateways, or is not to be connected yet. */
export function openReader(source: GatewaySource, outbox: Outbox, clock: GatewayClock): SourceReader | null {
  const { settings, broker, known } = source;
  if (settings.kind === 'MQTT')
    return broker === undefined ? null : new BrokerReader(settings, broker, outbox, clock.now);
  const polled = polledSourceOf(settings);
  if (polled === null) return null;
  const closing = new AbortController();
  const before = new Map(known.map(({ place, entities }) => [place, entities] as const));
  const polling = pollAlways(polled, before, outbox, clock, closing.signal);
  return {
    update: () => {},
    close: async () => {
      closing.abort();
      await polling;
    },
  };
}

/** Never rejects: what is wrong with a source is a problem of it, and reported. */
async function pollAlways(
  source: PolledSource,
  before: ReadonlyMap<string, readonly AnnouncedEntity[]>,
  outbox: Outbox,
  clock: GatewayClock,
  signal: AbortSignal,
): Promise<void> {
  let known = before;
  let failures = 0;
  while (!signal.aborted) {
    const startedAt = clock.now();
    const result = await source
      .poll((place) => known.get(place) ?? [], OPEN_NETWORK, signal)
      .catch((): PollResult => ({ kind: 'failed', problem: 'UNREACHABLE' }));
    if (signal.aborted) return;
    await outbox.whenNotFull();
    outbox.add(eventOfPoll(result, clock.now()));
    failures = result.kind === 'polled' ? 0 : failures + 1;
    if (result.kind === 'polled') known = knownAfter(known, result);
    await clock.pause(startedAt + 1000 * secondsToNextPoll(source.pollSeconds, failures) - clock.now(), signal);
  }
}

/** A device that has no values now keeps what it was announced with; one that is gone does not. */
function knownAfter(
  known: ReadonlyMap<string, readonly AnnouncedEntity[]>,
  result: PollResult & { readonly kind: 'polled' },
): ReadonlyMap<string, readonly AnnouncedEntity[]> {
  const announced = announcedBy(result);
  return new Map(result.devices.map(({ place }) => [place, announced.get(place) ?? known.get(place) ?? []] as const));
}
