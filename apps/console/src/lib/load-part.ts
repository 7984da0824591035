/** Loads code that is needed later than the first page. */
import { reloadForNewerBuild } from './newer-build.ts';
import { checkService } from './service-check.ts';
import { untilUp } from './service-state.ts';

/**
 * While nothing answers, waits until Picket does, and loads it then. Where an upgrade has taken the code away, the page is reloaded and
 * this never resolves. Rejects if it cannot be loaded although Picket is up.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    if ((await checkService()).state === 'up') {
      if (reloadForNewerBuild()) return new Promise<never>(() => {});
      throw error;
    }
    await untilUp();
    return loadPart(load);
  }
}
