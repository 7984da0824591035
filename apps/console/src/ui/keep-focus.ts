/**
 * Keeps the focus where the user works. The browser gives it to nobody when the element that has it is removed (the button of a row
 * that was deleted or acknowledged), moved (a list that is sorted again) or disabled (a button that is busy), and a keyboard would
 * begin again at the top of the page. The focus goes back to the element, or to what is nearest to it. Another page gives the focus to
 * its beginning, and a dialog that closes to what it had before: none of this is done here.
 */
const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]';

const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

const isVisible = (element: Element): boolean => element.getClientRects().length > 0;

/** The first element that can have the focus: the one given, or one inside. */
function focusableIn(element: Element): HTMLElement | null {
  const found = [element, ...element.querySelectorAll(FOCUSABLE)].find(
    (one) => one instanceof HTMLElement && one.matches(FOCUSABLE) && isVisible(one),
  );
  return found instanceof HTMLElement ? found : null;
}

function* siblings(node: Node | null, next: 'nextSibling' | 'previousSibling'): Generator<Element> {
  for (let one = node; one !== null; one = one[next]) if (one instanceof Element) yield one;
}

/** What is nearest to where nodes were removed: after them, before them, then around them. Nothing beyond the page's main part. */
function nearestTo({ target, nextSibling, previousSibling }: MutationRecord, main: Element): HTMLElement | null {
  for (const one of siblings(nextSibling, 'nextSibling')) {
    const found = focusableIn(one);
    if (found !== null) return found;
  }
  for (const one of siblings(previousSibling, 'previousSibling')) {
    const found = focusableIn(one);
    if (found !== null) return found;
  }
  for (
    let around = target === main ? null : target.parentElement;
    around !== null && around !== main;
    around = around.parentElement
  ) {
    const found = focusableIn(around);
    if (found !== null) return found;
  }
  return main instanceof HTMLElement ? main : null;
}

/** The removal that took an element out of the page, by itself or with what was around it; null: none of these did. What was only moved
 * is in the page again. */
function removalOf(element: Element, records: readonly MutationRecord[]): MutationRecord | null {
  let removal: MutationRecord | null = null;
  let gone: Node = element;
  for (const record of records) {
    if (![...record.removedNodes].some((node) => !node.isConnected && node.contains(gone))) continue;
    removal = record;
    gone = record.target;
  }
  return removal;
}

/** Starts keeping it. Returns the function that ends it. */
export function keepFocus(): () => void {
  /** The element that has the focus, or would have it. */
  let focused: HTMLElement | null = null;
  /** The last one in the page's main part. */
  let inMain: HTMLElement | null = null;
  /** Of the page it is on. */
  let path = location.pathname;
  let isPointing = false;
  const onFocusIn = ({ target }: FocusEvent): void => {
    focused = target instanceof HTMLElement ? target : null;
    path = location.pathname;
    if (focused?.closest('main')) inMain = focused;
  };
  const onPointer = ({ type }: Event): void => {
    isPointing = type === 'pointerdown';
  };
  const onFocusOut = ({ relatedTarget }: FocusEvent): void => {
    // The user has pointed at something that takes no focus.
    if (relatedTarget === null && isPointing) focused = null;
  };
  const restore = (records: readonly MutationRecord[]): void => {
    const lost = focused;
    if (lost === null || !isFocusLost() || location.pathname !== path) return;
    if (lost.isConnected) {
      const wasTaken = records.some(({ type, target, removedNodes }) =>
        type === 'attributes' ? target.contains(lost) : [...removedNodes].some((node) => node.contains(lost)),
      );
      if (wasTaken && !lost.matches(':disabled') && isVisible(lost)) lost.focus({ preventScroll: true });
      return;
    }
    const removal = removalOf(lost, records);
    const main = removal?.target instanceof Element ? removal.target.closest('main') : null;
    // A toast is beside the page: after it is closed, the user continues where they were.
    const next = removal === null ? null : main === null ? inMain : nearestTo(removal, main);
    next?.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(restore);
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  document.addEventListener('focusin', onFocusIn);
  document.addEventListener('focusout', onFocusOut);
  for (const kind of ['pointerdown', 'pointerup', 'pointercancel']) document.addEventListener(kind, onPointer, true);
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', onFocusIn);
    document.removeEventListener('focusout', onFocusOut);
    for (const kind of ['pointerdown', 'pointerup', 'pointercancel'])
      document.removeEventListener(kind, onPointer, true);
  };
}
