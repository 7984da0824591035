/** A peer that does not answer pings is disconnected: one that lost its power closes nothing. */
import type { WebSocket } from 'ws';

const PING_INTERVAL_MS = 20_000;

/** From now on, of an open socket. Returns what is called after each ping, to be added to. */
export function keepAlive(ws: WebSocket): Set<() => Promise<void>> {
  const listeners = new Set<() => Promise<void>>();
  let hasAnswered = true;
  ws.on('pong', () => {
    hasAnswered = true;
  });
  const timer = setInterval(() => {
    if (!hasAnswered) {
      ws.terminate();
      return;
    }
    hasAnswered = false;
    ws.ping();
    for (const listener of listeners) void listener();
  }, PING_INTERVAL_MS);
  timer.unref();
  ws.once('close', () => clearInterval(timer));
  return listeners;
}
