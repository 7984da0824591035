/** Several devices are adopted one after the other, each as a person would adopt it alone without a change of the form. */
import { ApiError, api, fieldProblem, problemText } from '../../lib/api.ts';
import { uniqueName } from '../../lib/unique-name.ts';
import { loadWholeList } from '../../lib/use-whole-list.ts';
import { usualChoice } from './entity-text.ts';
import { type Discovered, refreshAdopted } from './use-discovered.ts';

/** A request a device; what is left is chosen again. */
export const MAX_SELECTED = 100;

/** Whether something of it becomes a series, and nobody has decided about it yet. */
export const isAdoptable = ({ state, entities }: Discovered): boolean =>
  state === 'DISCOVERED' && usualChoice(entities).length > 0;

export interface NotAdopted {
  readonly device: Discovered;
  readonly problem: string;
}

/** Whether the next device would fare no better: the server cannot be reached or takes no more requests now, or the session is over. */
const concernsAll = (error: unknown): boolean =>
  !(error instanceof ApiError) || [0, 401, 429].includes(error.status) || error.status >= 500;

/**
 * Adopts devices at a location; a name that is taken there gets a number. `onProgress` is called with the number of those that are done.
 * Resolves to those that were refused, each with the reason. Throws where the next one would fail as well.
 */
export async function adoptSeveral(
  devices: readonly Discovered[],
  location: string,
  onProgress: (done: number) => void,
): Promise<readonly NotAdopted[]> {
  const { items } = await loadWholeList('GET /sentries', { query: { location } });
  const taken = items.map(({ name }) => name);
  const refused: NotAdopted[] = [];
  try {
    for (const [index, device] of devices.entries()) {
      const body = {
        location,
        name: uniqueName(device.proposedName, taken),
        entities: [...usualChoice(device.entities)],
      };
      try {
        taken.push((await api('POST /discovered/{guid}/adopt', { params: { guid: device.guid }, body })).name);
      } catch (error) {
        if (concernsAll(error)) throw error;
        refused.push({ device, problem: fieldProblem(error, 'name') ?? problemText(error) });
      }
      onProgress(index + 1);
    }
  } finally {
    await refreshAdopted();
  }
  return refused;
}
