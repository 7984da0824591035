import { expect, test } from 'vitest';
import { makeOffer } from '../../../../tests/support/made-offer.ts';
import { toLibraryServers } from './ice-servers.ts';
import { chooseCodec } from './offered-codec.ts';

test.for([
  { codec: 'avc1.42c01f', payload: 108 },
  { codec: 'avc1.42001e', payload: 108 },
  { codec: 'avc1.4d401f', payload: 116 },
  // Browsers decode High where they decode H.264 at all.
  { codec: 'avc1.640028', payload: 102 },
])('$codec is sent as payload $payload', ({ codec, payload }) => {
  expect(chooseCodec(makeOffer(), codec)).toMatchObject({ mid: '0', payload });
});

test('a page without H.264 that may be divided is refused', () => {
  expect(chooseCodec(makeOffer([{ payload: 104, mode: 0, profile: '42001f' }]), 'avc1.42c01f')).toBeNull();
  expect(chooseCodec('v=0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\na=mid:0\r\n', 'avc1.42c01f')).toBeNull();
  expect(chooseCodec('', 'avc1.42c01f')).toBeNull();
});

test('servers are named as the library wants them; what goes over TCP is left out', () => {
  const login = { username: 'picket', credential: 'secret' };
  const urls = ['turn:turn.example.org:3479?transport=udp', 'turn:turn.example.org?transport=tcp', 'turns:a.example'];
  expect(toLibraryServers([{ urls: ['stun:[fd00::1]:19302', 'stun:stun.example.org'] }, { urls, ...login }])).toEqual([
    { hostname: 'fd00::1', port: 19302 },
    { hostname: 'stun.example.org', port: 3478 },
    {
      hostname: 'turn.example.org',
      port: 3479,
      username: 'picket',
      password: 'secret',
      relayType: 'TurnUdp',
    },
  ]);
});
