/**
 * A page that is loaded on first use, with its texts. Unlike React.lazy, a preloaded page renders at once: React shows a fallback
 * for at least 300 ms, which a first visit would wait for needlessly.
 */
import { type ComponentType, use, useEffect, useState } from 'react';
import type { TextGroup } from '../locales/groups.ts';
import { loadPart } from './load-part.ts';
import { loadTexts } from './texts.ts';

export interface Loadable<Props> {
  (props: Props): React.ReactNode;
  /** Preloads the page. */
  readonly load: () => Promise<void>;
  readonly isLoaded: () => boolean;
}

/** `texts`: what the page needs beside the texts that every page has. */
export function loadable<Props extends object = object>(
  importer: () => Promise<{ readonly default: ComponentType<Props> }>,
  ...texts: readonly TextGroup[]
): Loadable<Props> {
  let loaded: ComponentType<Props> | null = null;
  let loading: Promise<void> | null = null;
  const load = (): Promise<void> => {
    if (loading !== null) return loading;
    const promise = loadPart(() => Promise.all([importer(), loadTexts(['start', ...texts])])).then(([module]) => {
      loaded = module.default;
      // As React marks promises that it has waited for: it does not wait for this one.
      Object.assign(promise, { status: 'fulfilled', value: undefined });
    });
    loading = promise;
    return promise;
  };
  // biome-ignore lint/correctness/noComponentHookFactories: made once, where the table of routes is written
  function Page(props: Props) {
    use(load());
    const Loaded = loaded;
    return Loaded === null ? null : <Loaded {...props} />;
  }
  return Object.assign(Page, { load, isLoaded: () => loaded !== null });
}

/**
 * Loads a part, and returns whether it can be rendered: also once loading it has failed, so that it shows its error. What stands in for
 * it until then is shown no longer than needed, unlike a fallback of Suspense.
 */
export function useLoaded<Props>({ load, isLoaded }: Loadable<Props>): boolean {
  const [isDone, setDone] = useState(isLoaded);
  useEffect(() => {
    const end = (): void => setDone(true);
    load().then(end, end);
  }, [load]);
  return isDone;
}
