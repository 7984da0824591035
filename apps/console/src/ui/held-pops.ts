/** Back and Forward: the browser has gone before anybody is asked, so it is sent back where it was, and on again if so decided. */

/** What it needs of the browser's window. */
interface PopWindow {
  readonly location: { readonly pathname: string };
  readonly history: { readonly state: unknown; readonly go: (delta: number) => void };
}

/** The router numbers the pages of the session; null: an entry that it did not make, such as that of a link within the page. */
function indexOf(state: unknown): number | null {
  const index = typeof state === 'object' && state !== null && 'idx' in state ? state.idx : null;
  return typeof index === 'number' ? index : null;
}

export interface HeldPops {
  /** After each step within the page: it is held where it is now. */
  readonly moved: () => void;
  readonly onPop: (event: Event) => void;
}

/** Holds the page: `ask` is called instead of going Back or Forward to another one, with what goes there. */
export function holdPops(window: PopWindow, ask: (go: () => void) => void): HeldPops {
  let place = { pathname: window.location.pathname, index: indexOf(window.history.state) };
  /** The next step is one of these, not of a person. */
  let own: 'returns' | 'leaves' | null = null;
  const onPop = (event: Event): void => {
    const step = own;
    own = null;
    if (step === 'returns') event.stopImmediatePropagation();
    if (step !== null || window.location.pathname === place.pathname) return;
    const index = indexOf(window.history.state);
    const delta = index === null || place.index === null ? 0 : index - place.index;
    // Nobody knows the way back.
    if (delta === 0) return;
    event.stopImmediatePropagation();
    own = 'returns';
    window.history.go(-delta);
    ask(() => {
      own = 'leaves';
      window.history.go(delta);
    });
  };
  return {
    onPop,
    moved: () => {
      place = { pathname: window.location.pathname, index: indexOf(window.history.state) };
    },
  };
}
