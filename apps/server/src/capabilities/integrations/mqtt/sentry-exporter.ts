/**
 * Keeps at a broker what Home Assistant shows of this organization's own sentries: what has changed is published, and a sentry that is not
 * exported any more is removed. After a restart, the announcements that the broker has kept say which ones were exported before.
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
import { Pause } from '../sources/pause-by-clock.ts';

const EXPORT_MS: Millis = 10_000;
/** Mosquitto 2.0 closes the connection with a refusal: readings would be missed each time. */
const REFUSED_MS: Millis = 3_600_000;
const MAX_ANNOUNCED = 5000;

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
  /** Topics of announcements below a prefix that is not used any more. */
  readonly #leftBehind = new Set<string>();
  readonly #pause = new Pause();
  #isRefused = false;

  constructor(place: ExportPlace, ports: ExporterPorts) {
    this.#place = place;
    this.#ports = ports;
  }

  /** A new connection: what the broker has is not known. A refusal lasts. */
  connected(): void {
    this.#published.clear();
    if (!this.#isRefused) this.#pause.end();
  }

  /** An announcement as the broker has it. */
  note(topic: string, message: string): void {
    const sentry = exportedAt(this.#place, topic);
    if (sentry === null) return;
    if (message === '') this.#announced.delete(sentry);
    // Anybody may publish there, and not without limit.
    else if (this.#announced.size < MAX_ANNOUNCED) this.#announced.add(sentry);
  }

  /** An announcement below a prefix of before: it is removed. */
  noteFormer(prefix: string, topic: string, message: string): void {
    if (exportedAt({ ...this.#place, prefix }, topic) === null) return;
    if (message === '') this.#leftBehind.delete(topic);
    else if (this.#leftBehind.size < MAX_ANNOUNCED) this.#leftBehind.add(topic);
  }

  /** Whether the broker refused to be published to, the last time there was something to publish. */
  get isRefused(): boolean {
    return this.#isRefused;
  }

  /** Publishes what is due; what is refused is due again after an hour. Rejects where the sentries cannot be read. */
  async run(now: Millis): Promise<void> {
    if (!this.#pause.isOver(now)) return;
    this.#pause.begin(now, EXPORT_MS);
    const sentries = await this.#ports.load();
    try {
      await this.#removeFormer();
      await this.#removeOthers(new Set(sentries.map(({ guid }) => guid)));
      await this.#publishAll(sentries);
      this.#isRefused = false;
    } catch {
      this.#isRefused = true;
      this.#pause.begin(now, REFUSED_MS);
    }
  }

  async #removeFormer(): Promise<void> {
    for (const topic of [...this.#leftBehind]) {
      await this.#ports.publish(topic, '');
      this.#leftBehind.delete(topic);
    }
  }

  async #removeOthers(wanted: ReadonlySet<string>): Promise<void> {
    for (const sentry of [...this.#announced].filter((guid) => !wanted.has(guid))) {
      for (const [topic, message] of forgottenOf(this.#place, sentry)) await this.#publish(topic, message);
      this.#announced.delete(sentry);
    }
  }

  async #publishAll(sentries: readonly ExportedSentry[]): Promise<void> {
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
