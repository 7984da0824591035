/** The offer of a browser that takes video, as Chromium makes it, with the lines that matter. */
const H264 = [
  { payload: 102, mode: 1, profile: '42001f' },
  { payload: 104, mode: 0, profile: '42001f' },
  { payload: 108, mode: 1, profile: '42e01f' },
  { payload: 116, mode: 1, profile: '4d001f' },
] as const;

export function makeOffer(codecs: readonly (typeof H264)[number][] = H264): string {
  const payloads = codecs.map(({ payload }) => payload);
  return [
    'v=0',
    'o=- 4611731400430051336 2 IN IP4 127.0.0.1',
    's=-',
    't=0 0',
    'a=group:BUNDLE 0',
    `m=video 9 UDP/TLS/RTP/SAVPF 96 ${payloads.join(' ')}`,
    'c=IN IP4 0.0.0.0',
    'a=ice-ufrag:7gwm',
    'a=ice-pwd:yo5e3Uk5DlV3xWUqFe357Xaa',
    'a=fingerprint:sha-256 C0:01:9B:0C:8B:AA:95:E4:D1:32:BB:B5:F5:A7:B1:F1:45:AB:0A:D2:51:BD:02:4A:12:59:C3:44:EB:66:D9:2A',
    'a=setup:actpass',
    'a=mid:0',
    'a=recvonly',
    'a=rtcp-mux',
    'a=rtpmap:96 VP8/90000',
    ...codecs.flatMap(({ payload, mode, profile }) => [
      `a=rtpmap:${payload} H264/90000`,
      `a=fmtp:${payload} level-asymmetry-allowed=1;packetization-mode=${mode};profile-level-id=${profile}`,
    ]),
    '',
  ].join('\r\n');
}
