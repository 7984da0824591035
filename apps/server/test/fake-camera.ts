/** A device with a camera: holds a signaling channel, and sends made-up video when it is asked to. */
import type { Signals } from '@picket/contracts/signals';
import { formatInstant } from '@picket/domain/time';
import type { z } from 'zod';
import { makeFragment, makeInit } from '../../../tests/support/made-up-video.ts';
import type { Device, Picket, Session } from './harness.ts';
import { connect, type SocketClient, until } from './socket-client.ts';

type SignalOut = z.output<typeof Signals>['signals'][number];

/** A location whose cameras are on, with a device that has one. */
export async function addCamera(
  picket: Picket,
  as: Session = picket.admin,
): Promise<{ location: string; device: Device }> {
  const location = await picket.addLocation(`Vault ${Math.random()}`, as);
  const device = await picket.addDevice(location, {}, as);
  await picket.call('POST', '/sentry/camera', { as: device, body: { hasCamera: true, supportsMasks: true } });
  const on = await picket.call('PUT', `/locations/${location}/camera`, { as, body: { mode: 'ON' } });
  if (on.status !== 200) throw new Error(`turning on answered ${on.status} ${JSON.stringify(on.body)}`);
  return { location, device };
}

export const openChannel = (picket: Picket, device: Device, query = ''): Promise<SocketClient> =>
  connect(picket, `/sentry/signals${query}`, { as: device });

export const signalsOf = ({ texts }: SocketClient): readonly SignalOut[] =>
  (texts as z.output<typeof Signals>[]).flatMap(({ signals }) => signals);

/** The signals of one kind. */
export const signalsOfKind = <K extends SignalOut['kind']>(
  channel: SocketClient,
  kind: K,
): readonly Extract<SignalOut, { kind: K }>[] =>
  signalsOf(channel).filter((signal): signal is Extract<SignalOut, { kind: K }> => signal.kind === kind);

/** Connects the uplink that the device was asked for, and sends the beginning. */
export async function openUplink(
  picket: Picket,
  device: Device,
  channel: SocketClient,
  { isMasked = false, asked = 1 } = {},
): Promise<SocketClient> {
  await until(() => signalsOfKind(channel, 'LOOK').length >= asked);
  const request = signalsOfKind(channel, 'LOOK').at(-1);
  const uplink = await connect(picket, request?.uplink.replace('/api/v1', '') ?? '', { as: device });
  uplink.socket.send(JSON.stringify({ kind: 'start', sentAt: formatInstant(picket.clock.now()), isMasked }));
  uplink.socket.send(makeInit());
  return uplink;
}

export function sendPictures({ socket }: SocketClient, from: number, count: number, bytes?: number): void {
  for (let index = from; index < from + count; index += 1) {
    socket.send(JSON.stringify({ kind: 'at', at: 1_772_445_600_000 + index * 66 }));
    socket.send(makeFragment(bytes === undefined ? { index } : { index, bytes }));
  }
}

export interface Started {
  readonly session: string;
  readonly url: string;
  readonly ticket: string;
  readonly state: string;
}

export async function startView(picket: Picket, location: string, device: Device, as: Session): Promise<Started> {
  const answer = await picket.call<Started>('POST', `/locations/${location}/live`, {
    as,
    body: { sentry: device.sentry },
  });
  if (answer.status !== 201) throw new Error(`live answered ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** Begins to view, and opens the picture. */
export async function view(
  picket: Picket,
  location: string,
  device: Device,
  as: Session = picket.admin,
): Promise<SocketClient & { readonly session: string }> {
  const { session, url } = await startView(picket, location, device, as);
  return Object.assign(await connect(picket, url.replace('/api/v1', '')), { session });
}

export const messagesOf = <Kind extends string>({ texts }: SocketClient, kind: Kind) =>
  (texts as { readonly kind: string; readonly [name: string]: unknown }[]).filter((message) => message.kind === kind);

interface Live {
  readonly location: string;
  readonly device: Device;
  readonly channel: SocketClient;
  readonly uplink: SocketClient;
  readonly viewer: SocketClient & { readonly session: string };
}

/** A picture that one person looks at. */
export async function startLive(picket: Picket, as?: Session): Promise<Live> {
  const camera = await addCamera(picket);
  const channel = await openChannel(picket, camera.device);
  const viewer = await view(picket, camera.location, camera.device, as);
  const uplink = await openUplink(picket, camera.device, channel);
  sendPictures(uplink, 0, 3);
  await until(() => viewer.binaries.length === 4);
  return { ...camera, channel, uplink, viewer };
}

/** What a viewer received last, and how its socket was closed. */
export const endOf = ({ texts, closed }: SocketClient) => [(texts.at(-1) as { reason?: string }).reason, closed?.code];
