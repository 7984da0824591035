/** Which of the codecs that a page offers (SDP, RFC 8866; H.264 as in RFC 6184) takes the picture of this camera. Pure. */

export interface OfferedCodec {
  /** Of its media section. */
  readonly mid: string;
  readonly payload: number;
  /** As the page wrote them. */
  readonly parameters: string;
}

/** `codec`: of the camera, such as `avc1.42c01f`. null: the page takes no H.264 of which a picture may be divided. */
export function chooseCodec(offer: string, codec: string): OfferedCodec | null {
  const section = offer.split(/\r?\n(?=m=)/u).find((part) => part.startsWith('m=video'));
  const mid = /^a=mid:(\S+)$/mu.exec(section ?? '')?.[1];
  if (section === undefined || mid === undefined) return null;
  const payloads = [...section.matchAll(/^a=rtpmap:(\d+) H264\/90000\s*$/gmu)].map(([, payload = '']) => payload);
  const offered = payloads.flatMap((payload) => {
    const parameters = new RegExp(`^a=fmtp:${payload} (.*\\S)\\s*$`, 'mu').exec(section)?.[1] ?? '';
    return /packetization-mode=1/u.test(parameters) ? [{ mid, payload: Number(payload), parameters }] : [];
  });
  const profile = codec.slice('avc1.'.length);
  // The same profile with the same constraints, then the same profile; browsers decode the others as well, in most cases.
  const isOf = (length: number) => (one: OfferedCodec) =>
    one.parameters.toLowerCase().includes(`profile-level-id=${profile.slice(0, length)}`);
  const constrained = profile.startsWith('42') ? '42e0' : profile.slice(0, 4);
  const isConstrained = ({ parameters }: OfferedCodec) =>
    parameters.toLowerCase().includes(`profile-level-id=${constrained}`);
  return offered.find(isConstrained) ?? offered.find(isOf(2)) ?? offered[0] ?? null;
}
