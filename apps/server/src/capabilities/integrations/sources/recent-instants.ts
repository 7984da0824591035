import { formatInstant, type Millis } from '@picket/domain/time';

/** Formats instants of which most lie in the same second as the one before. One alone takes as long as parsing a message. */
export class RecentInstants {
  #second: Millis = Number.NaN;
  /** That second, without a zone. */
  #text = '';

  /** As `formatInstant` does. */
  format(at: Millis): string {
    const whole = Math.trunc(at);
    const millis = whole % 1000;
    if (millis < 0) return formatInstant(at);
    if (whole - millis !== this.#second) {
      this.#second = whole - millis;
      this.#text = formatInstant(this.#second).slice(0, -1);
    }
    return millis === 0 ? `${this.#text}Z` : `${this.#text}.${String(millis).padStart(3, '0')}Z`;
  }
}
