import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../../tests/support/camera-device.ts';
import { initBytes, madeInit } from '../../../../tests/support/made-camera.ts';
import { makeOffer } from '../../../../tests/support/made-offer.ts';
import { type ConnectionEvents, type OpenConnection, rtpTimeOf } from './direct-connection.ts';
import { DirectPeers } from './direct-peers.ts';
import type { OwnSignal } from './signal-channel.ts';
import { VideoRing } from './video-ring.ts';

const T0 = Date.UTC(2026, 2, 2, 10);
const SESSION = '11111111-1111-4111-8111-111111111111';
const peerOf = (index: number): string => `22222222-2222-4222-8222-${String(index).padStart(12, '0')}`;

/** A picture of one unit; of a key frame, or one that follows. */
function fragment(at: number, isKeyFrame: boolean, header = isKeyFrame ? 0x65 : 0x41) {
  const content = [0, 0, 0, 3, header, 0x88, 0x84];
  const bytes = Uint8Array.from([0, 0, 0, content.length + 8, ...Buffer.from('mdat'), ...content]);
  return { bytes, at, isKeyFrame, time: at - T0, duration: 200 };
}

interface Opened {
  readonly events: ConnectionEvents;
  readonly sent: number[];
  readonly candidates: string[];
  isClosed: boolean;
}

function openPeers({ load }: { load?: () => Promise<OpenConnection | null> } = {}) {
  const ring = new VideoRing(join(temporaryFolder(), 'ring'));
  ring.start(initBytes(), madeInit(), '', T0);
  const answers: OwnSignal[] = [];
  const opened: Opened[] = [];
  const clock = { now: 0 };
  const asked = new Set([SESSION]);
  const open: OpenConnection = (_offer, events) => {
    const one: Opened = { events, sent: [], candidates: [], isClosed: false };
    opened.push(one);
    return {
      addCandidate: (candidate) => {
        if (candidate === 'broken') throw new Error('no candidate');
        one.candidates.push(candidate);
      },
      send: (_picture, at) => one.sent.push(at),
      close: () => {
        one.isClosed = true;
      },
    };
  };
  const peers = new DirectPeers(ring, {
    isAsked: (session) => asked.has(session),
    answer: async (answer) => {
      answers.push(answer);
    },
    load: load ?? (async () => open),
    now: () => clock.now,
  });
  onTestFinished(() => peers.endAll());
  const offer = (index: number, sdp = makeOffer()) =>
    peers.offer({ peer: peerOf(index), session: SESSION, sdp, iceServers: [] });
  return { ring, peers, answers, opened, clock, asked, offer };
}

test('a page gets the pictures since the last key frame at once, then each with the time it was taken', async () => {
  const { ring, offer, opened, answers } = openPeers();
  for (let picture = 0; picture < 5; picture += 1) ring.add(fragment(T0 + picture * 200, picture === 0));
  await offer(1);
  opened[0]?.events.answered('v=0');
  opened[0]?.events.opened();
  ring.add(fragment(T0 + 1000, false));
  const newest = T0 + 800;
  expect(opened[0]?.sent).toEqual([newest - 4, newest - 3, newest - 2, newest - 1, newest, T0 + 1000]);
  expect(answers).toEqual([{ kind: 'ANSWER', peer: peerOf(1), sdp: 'v=0' }]);
  expect(rtpTimeOf(2 ** 32 / 90 + 10)).toBeLessThan(2000);
});

test('only for a session that the server has asked for, and while the camera shows something', async () => {
  const { ring, asked, offer, answers, opened } = openPeers();
  asked.clear();
  await offer(1);
  asked.add(SESSION);
  ring.stop();
  await offer(2);
  const stopped = (index: number) => ({ kind: 'BYE', peer: peerOf(index), reason: 'STOPPED' });
  expect(answers).toEqual([stopped(1), stopped(2)]);
  expect(opened).toEqual([]);
});

test('nothing is loaded before the first offer, and without the library it says so', async () => {
  let loads = 0;
  const load = async () => {
    loads += 1;
    return null;
  };
  const { offer, answers } = openPeers({ load });
  expect(loads).toBe(0);
  await offer(1);
  await offer(2);
  expect(loads).toBe(1);
  expect(answers.map((answer) => 'reason' in answer && answer.reason)).toEqual(['UNSUPPORTED', 'UNSUPPORTED']);
});

test('eight pages at a time, and no two of one name', async () => {
  const { offer, answers, peers } = openPeers();
  for (let index = 0; index < 8; index += 1) await offer(index);
  await offer(0);
  await offer(9);
  expect(answers.map((answer) => 'reason' in answer && answer.reason)).toEqual(['BUSY', 'BUSY']);
  peers.bye(peerOf(3));
  await offer(9);
  expect(peers.size).toBe(8);
});

test('a page that the server does not name any more is ended, and one whose way was not found', async () => {
  const { offer, peers, opened, clock, answers } = openPeers();
  await offer(1);
  await offer(2);
  await offer(3);
  opened[0]?.events.opened();
  opened[1]?.events.opened();
  clock.now = 15_001;
  peers.confirm([peerOf(1), peerOf(3)]);
  peers.check();
  expect(opened.map(({ isClosed }) => isClosed)).toEqual([false, false, true]);
  clock.now = 20_001;
  peers.check();
  expect(opened.map(({ isClosed }) => isClosed)).toEqual([false, true, true]);
  expect(answers).toHaveLength(2);
  clock.now = 35_002;
  peers.check();
  expect(peers.size).toBe(0);
});

test.for([
  ['the camera stops', ({ ring }: ReturnType<typeof openPeers>) => ring.stop()],
  ['the mask changes', ({ ring }) => ring.start(initBytes(), madeInit(), '24x32:1', T0 + 1000)],
  ['the server says STOP', ({ peers }) => peers.endAll(SESSION)],
  ['the way is lost', ({ opened }) => opened[0]?.events.closed()],
  ['pictures are shown out of order', ({ ring }) => ring.add({ ...fragment(T0 + 200, false), bytes: reordered() })],
] as const satisfies readonly (readonly [string, (world: ReturnType<typeof openPeers>) => void])[])(
  'it ends, and the page learns it, when %s',
  async ([, end]) => {
    const world = openPeers();
    world.ring.add(fragment(T0, true));
    await world.offer(1);
    world.opened[0]?.events.opened();
    end(world);
    expect(world.opened[0]?.isClosed).toBe(true);
    expect(world.answers).toMatchObject([{ kind: 'BYE', peer: peerOf(1) }]);
    world.ring.add(fragment(T0 + 400, false));
    expect(world.opened[0]?.sent.length).toBeLessThan(2);
    expect(world.peers.size).toBe(0);
  },
);

/** A slice of a picture that refers to later ones. */
const reordered = (): Uint8Array =>
  Uint8Array.from([0, 0, 0, 14, ...Buffer.from('mdat'), 0, 0, 0, 2, 0x01, 0b10011100]);

test('candidates are passed on, a limited number of them; those that are none do no harm', async () => {
  const { offer, peers, opened } = openPeers();
  await offer(1);
  const add = (candidate: string) => peers.addCandidate({ peer: peerOf(1), candidate, mid: '0' });
  add('broken');
  for (let count = 0; count < 50; count += 1) add(`candidate:${count}`);
  peers.addCandidate({ peer: peerOf(2), candidate: 'candidate:1', mid: '0' });
  expect(opened[0]?.candidates).toHaveLength(31);
});
