/**
 * Devices that report as fast as they are answered, or at a pace: HTTP by hand over plain sockets, so that little of the
 * machine goes to the load generator.
 */
import { connect, type Socket } from 'node:net';

export interface LoadDevice {
  readonly token: string;
  /** The readings of a report as JSON, for a time and a turn. */
  readings(at: string, turn: number): string;
}

export interface LoadResult {
  readonly accepted: number;
  /** Answers that told a device to come back. */
  readonly refused: number;
  readonly failures: number;
  /** Milliseconds from the first byte sent to the answer, of reports that were accepted. */
  readonly latencies: readonly number[];
  readonly seconds: number;
}

export interface LoadOptions {
  readonly base: string;
  readonly devices: readonly LoadDevice[];
  readonly connections: number;
  readonly seconds: number;
  /** Reports a second over all connections; left out: as many as are answered. */
  readonly pace?: number;
  readonly onSend?: (device: number, at: string) => void;
}

/** Readings of a report lie a millisecond after those of the one before, over all loads of a process: none is late. */
let clock = Date.now() - 7_200_000;

/** The time of the next report, as it is sent. */
export function nextReportTime(): string {
  clock += 1;
  return new Date(clock).toISOString();
}

/** Sends what is refused with 503 or 429 again after as long as the answer says. */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const { base, devices, connections, seconds, pace, onSend } = options;
  const { port } = new URL(base);
  const began = performance.now();
  const deadline = began + seconds * 1000;
  const latencies: number[] = [];
  let refused = 0;
  let failures = 0;
  let turn = 0;
  const next = (): { head: string; body: string } => {
    turn += 1;
    const index = turn % devices.length;
    const device = devices[index];
    const at = nextReportTime();
    onSend?.(index, at);
    const body = `{"sentAt":"${at}","readings":[${device?.readings(at, turn) ?? ''}]}`;
    const head = `POST /api/v1/sentry/telemetry HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${device?.token}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
    return { head, body };
  };
  const connection = async (): Promise<void> => {
    let wire = new Wire(connect(Number(port), '127.0.0.1'));
    while (performance.now() < deadline) {
      if (pace !== undefined) {
        const due = began + ((turn + 1) / pace) * 1000;
        const wait = due - performance.now();
        if (wait > 1) {
          await sleep(Math.min(wait, 20));
          continue;
        }
      }
      const { head, body } = next();
      for (;;) {
        const sent = performance.now();
        const { status, retryAfter } = await wire.exchange(head + body);
        const isRefused = status === 503 || status === 429;
        if (status === 200) latencies.push(performance.now() - sent);
        else if (isRefused) refused += 1;
        else failures += 1;
        if (status === 0) {
          await sleep(50);
          wire = new Wire(connect(Number(port), '127.0.0.1'));
        }
        if (!isRefused) break;
        await sleep(retryAfter * 1000);
      }
    }
    wire.close();
  };
  await Promise.all(Array.from({ length: connections }, connection));
  return { accepted: latencies.length, refused, failures, latencies, seconds: (performance.now() - began) / 1000 };
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

interface LoadResponse {
  readonly status: number;
  readonly retryAfter: number;
}

/** One connection, one exchange at a time. */
class Wire {
  readonly #socket: Socket;
  #held = '';
  #waiting: ((answer: LoadResponse) => void) | null = null;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => this.#take(chunk));
    socket.on('error', () => this.#answer({ status: 0, retryAfter: 0 }));
    socket.on('close', () => this.#answer({ status: 0, retryAfter: 0 }));
  }

  exchange(request: string): Promise<LoadResponse> {
    return new Promise((resolve) => {
      this.#waiting = resolve;
      if (this.#socket.destroyed) this.#answer({ status: 0, retryAfter: 0 });
      else this.#socket.write(request);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(chunk: string): void {
    this.#held += chunk;
    const end = this.#held.indexOf('\r\n\r\n');
    if (end < 0) return;
    const head = this.#held.slice(0, end);
    const length = Number(/content-length: (\d+)/iu.exec(head)?.[1] ?? 0);
    if (this.#held.length < end + 4 + length) return;
    this.#held = this.#held.slice(end + 4 + length);
    this.#answer({
      status: Number(head.slice(9, 12)),
      retryAfter: Number(/retry-after: (\d+)/iu.exec(head)?.[1] ?? 1),
    });
  }

  #answer(answer: LoadResponse): void {
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.(answer);
  }
}

/** The value below which a share of them lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
