/** One viewer: what its WebSocket is sent, and why it ends. */
import { type LiveMessage, ViewerMessage } from '@picket/contracts/live';
import type { Millis } from '@picket/domain/time';
import type { z } from 'zod';
import { CLOSE_CODES, type Socket } from '../../platform/http/sockets.ts';
import { parseJson } from '../../platform/parse-json.ts';
import { FragmentGate } from './fragment-gate.ts';
import type { FeedSubscriber, LiveFormat, LiveFragment } from './live-feed.ts';
import type { LiveEndReason, LiveTransport, LiveViewRow } from './live-view-store.ts';

type Message = z.input<typeof LiveMessage>;
export type LiveState = Extract<Message, { kind: 'state' }>['state'];

/** After this long a person is asked whether they still watch, and has a minute to answer. */
const CONFIRM_AFTER: Millis = 15 * 60_000;
const ANSWER_WITHIN: Millis = 60_000;

export interface ViewerEvents {
  /** Called once: at once where it is cut off, even if the page does not close its socket. */
  onEnd(reason: LiveEndReason): void;
  onTransport(transport: LiveTransport): void;
}

export class Viewer implements FeedSubscriber {
  readonly view: LiveViewRow;
  /** Resolves when the socket is closed, whatever closed it. */
  readonly closed: Promise<void>;
  readonly #socket: Socket;
  readonly #events: ViewerEvents;
  readonly #stalledAfterMs: number;
  readonly #gate = new FragmentGate();
  #state: LiveState | null = null;
  #transport: LiveTransport = 'MSE';
  #bytes = 0;
  #endReason: LiveEndReason | null = null;
  #confirmedAt: Millis;
  #askedAt: Millis | null = null;
  #watchers = '';
  /** When unsent bytes became fewer, by the monotonic clock. */
  #readAt = performance.now();
  #unsent = 0;

  constructor(view: LiveViewRow, socket: Socket, now: Millis, stalledAfterMs: number, events: ViewerEvents) {
    this.view = view;
    this.#socket = socket;
    this.#events = events;
    this.#confirmedAt = now;
    this.#stalledAfterMs = stalledAfterMs;
    socket.onBytes(() => socket.end(CLOSE_CODES.refused, 'messages are text'));
    const { promise, resolve } = Promise.withResolvers<void>();
    this.closed = promise;
    socket.onClose(() => {
      this.#finish('CLOSED');
      resolve();
    });
  }

  /** Sent so far. */
  get bytes(): number {
    return this.#bytes;
  }

  get wantsStills(): boolean {
    return this.#transport === 'STILLS';
  }

  /** Its picture does not go through here. */
  get isDirect(): boolean {
    return this.#transport === 'WEBRTC';
  }

  get wantsVideo(): boolean {
    return this.#transport === 'MSE';
  }

  /** Handles a message of the page. */
  receive(text: string, now: Millis): void {
    const { data, error } = ViewerMessage.safeParse(parseJson(text));
    if (data === undefined) {
      const [issue] = error.issues;
      this.#socket.end(CLOSE_CODES.refused, `${issue?.path.join('.') ?? 'message'}: ${issue?.message ?? 'is wrong'}`);
      return;
    }
    if (this.#endReason !== null) return;
    this.#confirmedAt = now;
    this.#askedAt = null;
    if (data.kind === 'here' || data.transport === this.#transport) return;
    this.#transport = data.transport;
    this.#gate.reset();
    this.#events.onTransport(data.transport);
  }

  onFormat({ video, init }: LiveFormat): void {
    this.#gate.reset();
    this.#send(video);
    this.#sendBytes(init);
  }

  onFragment(fragment: LiveFragment, groupBytes: number): void {
    if (!this.wantsVideo) return;
    if (!this.#gate.admits(fragment, this.#socket.bufferedBytes, groupBytes)) {
      if (this.#gate.hasSkipped) this.notifyState('SKIPPED');
      return;
    }
    this.notifyState('LIVE');
    if (fragment.at !== null) this.#send({ kind: 'at', at: fragment.at });
    this.#sendBytes(fragment.bytes);
  }

  onStill(): void {
    // The page asks for it.
  }

  notifyState(state: LiveState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#send({ kind: 'state', state });
  }

  notifyWatching(people: Extract<Message, { kind: 'watching' }>['people']): void {
    const text = JSON.stringify(people);
    if (text === this.#watchers) return;
    this.#watchers = text;
    this.#send({ kind: 'watching', people });
  }

  /** Ends the view where nobody reads, or nobody answers. Called about twice a second. */
  check(now: Millis): void {
    const unsent = this.#socket.bufferedBytes;
    if (unsent === 0 || unsent < this.#unsent) this.#readAt = performance.now();
    this.#unsent = unsent;
    if (performance.now() - this.#readAt > this.#stalledAfterMs) this.end('NOT_READING');
    // Nobody stands before a wall display to answer.
    if (this.view.isDisplay) return;
    if (this.#askedAt !== null && now - this.#askedAt > ANSWER_WITHIN) this.end('NOT_CONFIRMED');
    else if (this.#askedAt === null && now - this.#confirmedAt > CONFIRM_AFTER) {
      this.#askedAt = now;
      this.#send({ kind: 'stillWatching' });
    }
  }

  end(reason: LiveEndReason): void {
    if (!this.#finish(reason)) return;
    this.#send({ kind: 'end', reason });
    this.#socket.end(reason === 'SERVER_STOPPED' ? CLOSE_CODES.goingAway : CLOSE_CODES.done, reason);
  }

  /** What the sentry answers about a direct connection. */
  notifySignal(signal: Extract<Message, { kind: 'signal' }>['signal']): void {
    this.#send({ kind: 'signal', signal });
  }

  /** False: it had ended before. */
  #finish(reason: LiveEndReason): boolean {
    if (this.#endReason !== null) return false;
    this.#endReason = reason;
    this.#events.onEnd(reason);
    return true;
  }

  #send(message: Message): void {
    this.#socket.send(JSON.stringify(message));
  }

  #sendBytes(bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    this.#socket.send(bytes);
  }
}
