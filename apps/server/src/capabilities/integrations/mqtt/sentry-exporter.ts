/**
 * Keeps at a broker what Home Assistant is to know of this organization's own sentries: what is another one than before is published, and
 * what is not wanted any more is removed, also after a restart, as the broker tells what it has kept.
 */
import {
  AVAILABLE,
  availabilityTopic,
  type ExportedSentry,
  type ExportPlace,
  exportedAt,
  forgottenOf,
  publishedOf,
} from '@picket/devices/home-assistant/exported-sentry';
import type { Millis } from '@picket/domain/time';

const EXPORT_MS: Millis = 10_000;

export interface ExporterPorts {
  /** The sentries that are to be there; none where nothing is exported. */
  readonly load: () => Promise<readonly ExportedSentry[]>;
  /** Resolves once the broker has it, and rejects where it refuses. */
  readonly publish: (topic: string, message: string) => Promise<void>;
}

export class SentryExporter {
  readonly #place: ExportPlace;
  readonly #ports: ExporterPorts;
  /** What the broker has kept, by topic. */
  readonly #published = new Map<string, string>();
  /** The sentries that are announced there, also by an earlier process. */
  readonly #announced = new Set<string>();
  #nextAt: Millis = Number.NEGATIVE_INFINITY;

  constructor(place: ExportPlace, ports: ExporterPorts) {
    this.#place = place;
    this.#ports = ports;
  }

  /** A new connection: what the broker has is not known. */
  connected(): void {
    this.#published.clear();
    this.#nextAt = Number.NEGATIVE_INFINITY;
  }

  /** An announcement as the broker has it. */
  note(topic: string, message: string): void {
    const sentry = exportedAt(this.#place, topic);
    if (sentry === null) return;
    if (message === '') this.#announced.delete(sentry);
    else this.#announced.add(sentry);
  }

  /** Publishes what is due. Rejects where the broker refuses; the rest is tried again later. */
  async run(now: Millis): Promise<void> {
    if (now < this.#nextAt) return;
    this.#nextAt = now + EXPORT_MS;
    const sentries = await this.#ports.load();
    const wanted = new Set(sentries.map(({ guid }) => guid));
    for (const sentry of [...this.#announced].filter((guid) => !wanted.has(guid))) {
      for (const [topic, message] of forgottenOf(this.#place, sentry)) await this.#publish(topic, message);
      this.#announced.delete(sentry);
    }
    if (sentries.length === 0) return;
    await this.#publish(availabilityTopic(this.#place), AVAILABLE);
    for (const sentry of sentries) {
      for (const [topic, message] of publishedOf(this.#place, sentry)) await this.#publish(topic, message);
      this.#announced.add(sentry.guid);
    }
  }

  async #publish(topic: string, message: string): Promise<void> {
    if (this.#published.get(topic) === message) return;
    await this.#ports.publish(topic, message);
    this.#published.set(topic, message);
  }
}
