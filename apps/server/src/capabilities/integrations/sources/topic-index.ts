/** Devices by a topic; a topic that has none is forgotten. Pure. */
export class TopicIndex<Device> {
  readonly #devices = new Map<string, Set<Device>>();

  add(topic: string, device: Device): void {
    this.#devices.set(topic, (this.#devices.get(topic) ?? new Set()).add(device));
  }

  remove(topic: string, device: Device): void {
    const devices = this.#devices.get(topic);
    if (devices?.delete(device) === true && devices.size === 0) this.#devices.delete(topic);
  }

  has(topic: string): boolean {
    return this.#devices.has(topic);
  }

  at(topic: string): Iterable<Device> {
    return this.#devices.get(topic) ?? [];
  }

  topics(): Iterable<string> {
    return this.#devices.keys();
  }
}
