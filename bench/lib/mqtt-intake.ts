/**
 * Readings a second out of a broker, stored and evaluated: own reports beside the same ones over HTTP, and states of adopted devices beside own
 * reports of as many readings. What is published waits at the broker; the time is that until the last reading is stored.
 */
import { telemetryTopic } from '@picket/contracts/telemetry';
import { addBroker, adoptAll, announcementsOf, READINGS_OF_STATE, stateOf, whenDiscovered } from './adopted-devices.ts';
import { startBenchBroker } from './bench-broker.ts';
import { median, OWNER, sleep, startBenchServer } from './bench-server.ts';
import { type BenchTenant, countReadings, makeSentries } from './ingest-bench.ts';
import { type Message, MessagePublisher } from './message-publisher.ts';
import { load, nextReportTime } from './report-load.ts';

const READINGS = 20;
const CONNECTIONS = 64;
const POLL_MS = 100;
/** Nothing more is stored for as long: something is missing. */
const STUCK_MS = 20_000;

interface Intake {
  readonly databaseUrl: string;
  readonly publisher: MessagePublisher;
}

export async function benchIntake({ seconds, turns, devices: count }: Record<'seconds' | 'turns' | 'devices', number>) {
  const broker = await startBenchBroker();
  const server = await startBenchServer({
    PICKET_MQTT_URL: broker.url,
    PICKET_OUTBOUND_ALLOWED: `127.0.0.1:${broker.port}`,
  });
  const publisher = await MessagePublisher.open(broker.port);
  try {
    const intake = { databaseUrl: server.databaseUrl, publisher };
    const large = await makeSentries(server.base, count, READINGS, OWNER);
    const small = await makeSentries(server.base, count, READINGS_OF_STATE, OWNER);
    await announceAndAdopt(server.api, publisher, { address: broker.url, location: small.location, count });

    const overHttp = async (bench: BenchTenant, forSeconds: number, readings: number): Promise<number> => {
      const { devices } = bench;
      const result = await load({ base: server.base, devices, connections: CONNECTIONS, seconds: forSeconds });
      return (result.accepted * readings) / result.seconds;
    };
    const own = (bench: BenchTenant, messages: number, readings: number): Promise<number> =>
      storedRate(intake, reportsOf(bench, messages), messages * readings);
    const states = (messages: number): Promise<number> =>
      storedRate(intake, statesOf(count, messages), messages * READINGS_OF_STATE);

    // A first round makes the series, and says how much is enough for the time that was asked for.
    const warm = await overHttp(large, 3, READINGS);
    await overHttp(small, 3, READINGS_OF_STATE);
    const messages = Math.round((warm / READINGS) * seconds * 0.5);
    await own(large, 2 * count, READINGS);
    await untilSubscribed(intake, count);

    const rates = { http: [] as number[], own: [] as number[], ownSmall: [] as number[], states: [] as number[] };
    for (let turn = 0; turn < turns; turn += 1) {
      rates.http.push(await overHttp(large, seconds, READINGS));
      rates.own.push(await own(large, messages, READINGS));
      rates.ownSmall.push(await own(small, messages, READINGS_OF_STATE));
      rates.states.push(await states(messages));
    }
    const http = print(`HTTP, ${READINGS} readings`, rates.http, READINGS);
    const mqtt = print(`MQTT, ${READINGS} readings`, rates.own, READINGS);
    console.log(`ratio to HTTP          ${(mqtt / http).toFixed(2)}`);
    const ownSmall = print(`MQTT, ${READINGS_OF_STATE} readings`, rates.ownSmall, READINGS_OF_STATE);
    const thirdParty = print(`states, ${READINGS_OF_STATE} readings`, rates.states, READINGS_OF_STATE);
    console.log(`ratio to own reports   ${(thirdParty / ownSmall).toFixed(2)}`);
  } finally {
    publisher.close();
    await server.stop();
    await broker.stop();
  }
}

type Api = Awaited<ReturnType<typeof startBenchServer>>['api'];

async function announceAndAdopt(
  api: Api,
  publisher: MessagePublisher,
  { address, location, count }: { readonly address: string; readonly location: string; readonly count: number },
): Promise<void> {
  await publisher.publish(Array.from({ length: count }, (_, index) => announcementsOf(index)).flat(), { retain: true });
  await addBroker(api, location, address);
  await whenDiscovered(api, count);
  await adoptAll(api, location);
}

function* reportsOf({ devices }: BenchTenant, messages: number): Generator<Message> {
  for (let turn = 0; turn < messages; turn++) {
    const device = devices[turn % devices.length];
    if (device === undefined) return;
    const at = nextReportTime();
    const payload = `{"token":"${device.token}","sentAt":"${at}","readings":[${device.readings(at, turn)}]}`;
    yield { topic: telemetryTopic(device.sentry), payload };
  }
}

function* statesOf(devices: number, messages: number): Generator<Message> {
  for (let turn = 0; turn < messages; turn++) yield stateOf(turn % devices, turn);
}

/** Publishes states until those of every device are stored: they are subscribed to a moment after the adoption. */
async function untilSubscribed(intake: Intake, devices: number): Promise<void> {
  for (;;) {
    const before = await countReadings(intake.databaseUrl);
    await intake.publisher.publish(statesOf(devices, devices));
    await sleep(2000);
    if ((await countReadings(intake.databaseUrl)) - before >= devices * READINGS_OF_STATE) return;
  }
}

/** Readings a second from the first message to the last reading that is stored. Throws where some are not. */
async function storedRate({ databaseUrl, publisher }: Intake, messages: Iterable<Message>, readings: number) {
  const before = await countReadings(databaseUrl);
  const began = performance.now();
  await publisher.publish(messages);
  let stored = 0;
  for (let movedAt = performance.now(); stored < readings; ) {
    await sleep(POLL_MS);
    const now = (await countReadings(databaseUrl)) - before;
    if (now > stored) movedAt = performance.now();
    else if (performance.now() - movedAt > STUCK_MS) throw new Error(`${readings - now} of ${readings} are missing`);
    stored = now;
  }
  return stored / ((performance.now() - began) / 1000);
}

function print(label: string, rates: readonly number[], readings: number): number {
  const rate = median(rates);
  const reports = Math.round(rate / readings).toLocaleString('en');
  const each = rates.map((one) => Math.round(one).toLocaleString('en')).join(', ');
  console.log(
    `${label.padEnd(23)}${Math.round(rate).toLocaleString('en')} readings/s, ${reports} messages/s (${each})`,
  );
  return rate;
}
