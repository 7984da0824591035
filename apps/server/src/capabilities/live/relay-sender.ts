/** Sends the live picture of a sentry to another server process. */
import { UplinkRequest } from '@picket/contracts/live';
import type { WebSocket } from 'ws';
import { keepAlive } from '../../platform/http/keep-alive.ts';
import { parseJson } from '../../platform/parse-json.ts';
import { FragmentGate } from './fragment-gate.ts';
import type { FeedSubscriber, LiveFeed, LiveFormat, LiveFragment } from './live-feed.ts';
import type { Picture } from './picture.ts';
import type { RelayMessage } from './relay-wire.ts';

class RelaySender implements FeedSubscriber {
  readonly #socket: WebSocket;
  readonly #gate = new FragmentGate();
  readonly #feed: LiveFeed;
  #wantsStills = false;
  #wantsVideo = true;

  constructor(socket: WebSocket, feed: LiveFeed) {
    this.#socket = socket;
    this.#feed = feed;
  }

  get wantsVideo(): boolean {
    return this.#wantsVideo;
  }

  get wantsStills(): boolean {
    return this.#wantsStills;
  }

  receive(text: string): void {
    const { data } = UplinkRequest.safeParse(parseJson(text));
    if (data?.kind === 'stills') this.#wantsStills = data.isWanted;
    if (data?.kind !== 'video' || data.isWanted === this.#wantsVideo) return;
    this.#wantsVideo = data.isWanted;
    if (data.isWanted) this.#feed.begin(this);
  }

  onFormat({ video, init }: LiveFormat): void {
    this.#gate.reset();
    this.#send({ kind: 'format', video }, init);
  }

  onFragment({ at, isKeyFrame, bytes }: LiveFragment, groupBytes: number): void {
    if (!this.#wantsVideo) return;
    if (this.#gate.admits({ isKeyFrame }, this.#socket.bufferedAmount, groupBytes))
      this.#send({ kind: 'fragment', at, isKeyFrame }, bytes);
  }

  onStill(still: Uint8Array): void {
    if (this.#wantsStills) this.#send({ kind: 'still' }, still);
  }

  #send(message: RelayMessage, bytes: Uint8Array): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    this.#socket.send(JSON.stringify(message));
    this.#socket.send(bytes);
  }
}

/** From now on the other process receives the picture, and counts as one that looks. */
export function sendRelay(picture: Picture, socket: WebSocket): void {
  const sender = new RelaySender(socket, picture.feed);
  picture.pipes += 1;
  const unsubscribe = picture.feed.subscribe(sender);
  keepAlive(socket);
  socket.on('error', () => socket.terminate());
  socket.on('message', (data, isBinary) => {
    if (isBinary) return;
    sender.receive(String(data));
    picture.updateRequests();
  });
  socket.once('close', () => {
    unsubscribe();
    picture.pipes -= 1;
    picture.updateRequests();
  });
}
