/** Parts that use components of Mantine, loaded beside what these need around them: the first pages have neither. */
import type { ComponentType } from 'react';
import { type Loadable, loadable } from '../lib/loadable.tsx';
import type { TextGroup } from '../locales/groups.ts';

interface Module<Props> {
  readonly default: ComponentType<Props>;
}

/** Loads a part and puts Mantine around it. */
export async function withMantine<Props extends object>(load: () => Promise<Module<Props>>): Promise<Module<Props>> {
  const [{ default: Part }, { MantineScope }] = await Promise.all([load(), import('./mantine-scope.tsx')]);
  return {
    default: (props: Props) => (
      <MantineScope>
        <Part {...props} />
      </MantineScope>
    ),
  };
}

/** As `loadable`, with Mantine around the part. */
export const mantinePart = <Props extends object = object>(
  importer: () => Promise<Module<Props>>,
  ...texts: readonly TextGroup[]
): Loadable<Props> => loadable(() => withMantine(importer), ...texts);
