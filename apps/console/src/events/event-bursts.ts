/**
 * Events that come in bursts: in an outage a thousand alerts are raised at once, and to draw a long list after each of them would hold
 * the page for half a minute. The first is applied at once, those of the next moment together.
 */
const MOMENT_MS = 100;

export class EventBursts<Event> {
  readonly #apply: (events: readonly Event[]) => void;
  readonly #isHidden: () => boolean;
  #gathered: Event[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(apply: (events: readonly Event[]) => void, isHidden = (): boolean => document.hidden) {
    this.#apply = apply;
    this.#isHidden = isHidden;
  }

  add(event: Event): void {
    this.#gathered.push(event);
    // The timers of a page that nobody sees may take a minute, and nothing is drawn there.
    if (this.#timer === undefined || this.#isHidden()) this.flush();
  }

  /** Applies what has been gathered, in its order. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#gathered.length === 0) return;
    const events = this.#gathered;
    this.#gathered = [];
    this.#timer = setTimeout(() => this.flush(), MOMENT_MS);
    this.#apply(events);
  }

  /** Applies nothing more. */
  close(): void {
    clearTimeout(this.#timer);
    this.#gathered = [];
  }
}
