/** The WebSocket of a live picture: text messages parsed, video passed on as it is. */
import type { LiveMessage, ViewerMessage } from '@picket/contracts/live';
import type { z } from 'zod';
import { API_BASE } from '../../lib/api.ts';

export type LiveMessageOut = z.output<typeof LiveMessage>;

type ViewerMessageIn = z.input<typeof ViewerMessage>;

export interface LiveSocketEvents {
  readonly onMessage: (message: LiveMessageOut) => void;
  /** A segment of the video, or a still where stills were announced. */
  readonly onBytes: (bytes: ArrayBuffer) => void;
  readonly onClosed: () => void;
}

/** Opens it. Returns the functions that send a message, and that close it without `onClosed`. */
export function openLiveSocket(path: string, { onMessage, onBytes, onClosed }: LiveSocketEvents) {
  const url = new URL(path, new URL(API_BASE, window.location.href));
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  const socket = new WebSocket(url);
  socket.binaryType = 'arraybuffer';
  socket.addEventListener('message', ({ data }) => {
    if (typeof data === 'string') onMessage(parseMessage(data));
    else onBytes(data);
  });
  socket.addEventListener('close', onClosed);
  return {
    send: (message: ViewerMessageIn): void => {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    },
    close: (): void => {
      socket.removeEventListener('close', onClosed);
      socket.close();
    },
  };
}

/** Guarantee: the server of this console sends only messages of its own contract. */
const parseMessage = (text: string): LiveMessageOut => JSON.parse(text) as LiveMessageOut;
