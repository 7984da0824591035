/**
 * A page that is loaded when it is first wanted. Unlike React.lazy, one that has been loaded ahead is drawn at once: a
 * fallback, once shown, stays for 300 ms by React's rules, and a first visit would pay that for nothing.
 */
import { type ComponentType, use } from 'react';

export interface Loadable<Props> {
  (props: Props): React.ReactNode;
  /** Loads it ahead of its first drawing. */
  readonly load: () => Promise<void>;
}

export function loadable<Props extends object = object>(
  importer: () => Promise<{ readonly default: ComponentType<Props> }>,
): Loadable<Props> {
  let loaded: ComponentType<Props> | null = null;
  let loading: Promise<void> | null = null;
  const load = (): Promise<void> => {
    loading ??= importer().then((module) => {
      loaded = module.default;
    });
    return loading;
  };
  // biome-ignore lint/correctness/noComponentHookFactories: made once, where the table of routes is written
  function Page(props: Props) {
    if (loaded === null) use(load());
    const Loaded = loaded;
    return Loaded === null ? null : <Loaded {...props} />;
  }
  return Object.assign(Page, { load });
}
