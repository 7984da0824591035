/** Requests that are not answered yet, by what they ask for. */
export class PendingRequests<Key> {
  readonly #pending = new Map<Key, Set<Promise<unknown>>>();

  /** Keeps a request until it is answered or has failed. Returns it. */
  add<Response>(key: Key, request: Promise<Response>): Promise<Response> {
    const own = this.#pending.get(key) ?? new Set();
    this.#pending.set(key, own.add(request));
    const remove = (): boolean => own.delete(request);
    void request.then(remove, remove);
    return request;
  }

  /** Resolves once all requests for `key` that are pending now are answered or have failed. Never rejects. */
  async settled(key: Key): Promise<void> {
    await Promise.allSettled(this.#pending.get(key) ?? []);
  }
}
