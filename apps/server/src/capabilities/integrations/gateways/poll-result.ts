/** What a gateway observed of a source that is polled, as the result of a poll. Pure. */
import type { GatewayEvent } from '@picket/contracts/gateways';
import type { PollResult } from '@picket/source-io/polled-source';

/** null: it is the event of another kind of source. */
export function pollResultOf(event: GatewayEvent): PollResult | null {
  if (event.kind === 'FAILED') return { kind: 'failed', problem: event.problem };
  if (event.kind !== 'POLLED') return null;
  return {
    kind: 'polled',
    devices: event.devices.map(({ place, found }) => ({
      place,
      found:
        found === null
          ? null
          : {
              announcement: {
                kind: 'announced',
                device: found.device,
                entities: found.entities,
                leftOut: found.leftOut,
              },
              messages: found.messages,
            },
    })),
    leftOut: event.leftOut.map(({ place, reason }) => [place, reason] as const),
  };
}
