/** Which responses of the cache are on the screen, so that those of periods that have passed can be forgotten. */

/** So many earlier ones are kept for the way back. */
const KEPT = 4;

export class ShownResponses {
  readonly #counts = new Map<string, number>();
  readonly #forget: (key: string) => void;

  constructor(forget: (key: string) => void) {
    this.#forget = forget;
  }

  /** Returns what ends it. */
  show(key: string): () => void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    return () => {
      const left = (this.#counts.get(key) ?? 0) - 1;
      if (left > 0) this.#counts.set(key, left);
      else this.#counts.delete(key);
    };
  }

  /**
   * `keys`: what a component has shown, the last one last. Forgets all but the last few, unless another component shows them, and returns
   * those that are left.
   */
  trim(keys: readonly string[]): readonly string[] {
    const passed = keys.slice(0, -KEPT - 1).filter((key) => !this.#counts.has(key));
    for (const key of passed) this.#forget(key);
    return keys.filter((key) => !passed.includes(key));
  }
}
