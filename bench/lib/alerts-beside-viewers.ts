/** From a reading to the alert on an open console, and to a webhook, while people view a live picture, beside the same without: in turns. */
import { createClient } from '@picket/contracts/client';
import { jsonOf, openReceiver } from '../../tests/support/receivers.ts';
import { startAudience, VIEWERS } from './audience.ts';
import { median, OWNER, sleep, startBenchServer } from './bench-server.ts';
import { type BenchTenant, makeSentries } from './ingest-bench.ts';
import { percentile } from './report-load.ts';
import { type BenchServer, VIDEO_ENV } from './video-place.ts';

type Device = BenchTenant['devices'][number];
/** When something was first seen of the alert of a sentry. */
type Seen = Map<string, number>;

const EVERY_MS = 100;

/** The console that is open: what its stream says of alerts. */
function watchAlerts({ base, cookie }: Pick<BenchServer, 'base' | 'cookie'>, seen: Seen, signal: AbortSignal) {
  const read = async (): Promise<void> => {
    const stream = await fetch(`${base}/api/v1/events`, { headers: { cookie }, signal });
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of stream.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      const events = text.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) noteSentry(seen, event);
    }
  };
  void read().catch(() => {});
}

function noteSentry(seen: Seen, event: string): void {
  if (!event.includes('"alert')) return;
  const sentry = /"sentry":(?:\{"guid":)?"([^"]+)"/u.exec(event)?.[1];
  if (sentry !== undefined && !seen.has(sentry)) seen.set(sentry, Date.now());
}

async function report(base: string, { token }: Device): Promise<void> {
  const at = new Date().toISOString();
  await fetch(`${base}/api/v1/sentry/telemetry`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ sentAt: at, readings: [{ sensorMetricId: 'sentry_tamper', at, values: { value: 1 } }] }),
  });
}

interface Waits {
  readonly toConsole: number[];
  readonly toWebhook: number[];
}

export async function benchAlertsBesideViewers({ alerts, turns }: { alerts: number; turns: number }): Promise<void> {
  const receiver = await openReceiver();
  const server = await startBenchServer({ ...VIDEO_ENV, PICKET_OUTBOUND_ALLOWED: `127.0.0.1:${receiver.port}` });
  const audience = await startAudience(server);
  const over = new AbortController();
  try {
    const { devices } = await makeSentries(server.base, alerts * turns * 2, 1, OWNER);
    await server.api('POST /destinations', {
      body: { kind: 'WEBHOOK', name: 'Machine', settings: { url: receiver.url } },
    });
    const waiting = [...devices];
    const onConsole: Seen = new Map();
    watchAlerts(server, onConsole, over.signal);
    const alone: Waits = { toConsole: [], toWebhook: [] };
    const beside: Waits = { toConsole: [], toWebhook: [] };
    const run = async (waits: Waits): Promise<void> => {
      const sent = new Map<string, number>();
      for (const device of waiting.splice(0, alerts)) {
        sent.set(device.sentry, Date.now());
        void report(server.base, device);
        await sleep(EVERY_MS);
      }
      await sleep(3000);
      const onWebhook = await webhookTimes(server, receiver.accepted);
      for (const [sentry, began] of sent) {
        waits.toConsole.push((onConsole.get(sentry) ?? Number.NaN) - began);
        waits.toWebhook.push((onWebhook.get(sentry) ?? Number.NaN) - began);
      }
    };
    const viewed = async (): Promise<void> => {
      await audience.come();
      await run(beside);
      await audience.leave();
    };
    for (let turn = 0; turn < turns; turn += 1) {
      if (turn % 2 === 1) await viewed();
      await run(alone);
      if (turn % 2 === 0) await viewed();
    }
    printWaits('alert on the console', alone.toConsole, beside.toConsole);
    printWaits('request at the webhook', alone.toWebhook, beside.toWebhook);
  } finally {
    over.abort();
    audience.stop();
    await server.stop();
    await receiver.close();
  }
}

/** When the first request about the alert of each sentry arrived. */
async function webhookTimes(
  { base, cookie }: BenchServer,
  accepted: Awaited<ReturnType<typeof openReceiver>>['accepted'],
): Promise<Seen> {
  const api = createClient({ base: `${base}/api/v1`, credentials: 'omit', headers: () => ({ cookie }) });
  const sentryOf = new Map<string, string>();
  for (let cursor: string | undefined, isMore = true; isMore; ) {
    const page = await api('GET /alerts', { query: { limit: 500, ...(cursor === undefined ? {} : { cursor }) } });
    for (const { guid, sentry } of page.items) if (sentry !== undefined) sentryOf.set(guid, sentry.guid);
    cursor = page.nextCursor ?? undefined;
    isMore = cursor !== undefined;
  }
  const seen: Seen = new Map();
  for (const request of accepted) {
    const sentry = sentryOf.get(jsonOf<{ data: { alert: string } }>(request).data.alert);
    if (sentry !== undefined && !seen.has(sentry)) seen.set(sentry, request.at);
  }
  return seen;
}

function printWaits(label: string, alone: readonly number[], beside: readonly number[]): void {
  const words = (waits: readonly number[]): string =>
    `p50 ${median(arrived(waits)).toFixed(0)}, p95 ${percentile(arrived(waits), 0.95).toFixed(0)} ms of ${arrived(waits).length}`;
  const ratio = median(arrived(beside)) / median(arrived(alone));
  console.log(
    `${label.padEnd(23)}alone ${words(alone)}; with ${VIEWERS} viewers ${words(beside)}; ratio ${ratio.toFixed(2)}`,
  );
}

const arrived = (waits: readonly number[]): readonly number[] => waits.filter((wait) => !Number.isNaN(wait));
