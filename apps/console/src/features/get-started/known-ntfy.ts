/** Which channel of the user leads to a topic of ntfy already. Pure. */
import type { DestinationOut } from '@picket/contracts/types';

interface Entered {
  readonly kind: 'NTFY';
  readonly server: string;
  readonly topic: string;
}

/**
 * `added`: the servers of the channels that were added on this page, by guid. Of others only host and topic are known: that is enough,
 * unless the server was just corrected from https to http.
 */
export function knownNtfy(
  destinations: readonly DestinationOut[],
  added: Readonly<Record<string, string>>,
  entered: Entered,
): DestinationOut | undefined {
  if (!URL.canParse(entered.server)) return undefined;
  const { href, host } = new URL(entered.server);
  const address = `${host}/${entered.topic}`;
  return destinations.find((one) => {
    const own = added[one.guid] ?? href;
    return one.kind === entered.kind && one.address === address && URL.canParse(own) && new URL(own).href === href;
  });
}
