/**
 * A direct connection to the page of a viewer, by libdatachannel: loaded when the first page offers one, and not where the platform has no
 * build of it. What is sent was encoded before; the library divides it into packets and repeats those that were lost.
 */
import { randomInt } from 'node:crypto';
import { type NamedIceServer, toLibraryServers } from './ice-servers.ts';
import type { OfferedCodec } from './offered-codec.ts';

export interface ConnectionEvents {
  answered(sdp: string): void;
  candidate(candidate: string, mid: string): void;
  /** Pictures may be sent. */
  opened(): void;
  /** No way was found, or it is lost, or the page closed it. */
  closed(): void;
}

export interface DirectConnection {
  addCandidate(candidate: string, mid: string): void;
  /** Sends a picture. `at`: in milliseconds since 1970. */
  send(picture: Uint8Array, at: number): void;
  close(): void;
}

export type OpenConnection = (
  offer: { readonly sdp: string; readonly codec: OfferedCodec; readonly iceServers: readonly NamedIceServer[] },
  events: ConnectionEvents,
) => DirectConnection;

const CLOCK_RATE = 90_000;
/** Fits an Ethernet frame with everything around it. */
const MAX_PACKET_BYTES = 1200;
/** Packets that can be repeated: more than a group of pictures has. */
const KEPT_PACKETS = 1024;
const NAME = 'picket';

/** The RTP time stamp of a picture: its capture time in milliseconds since 1970, times 90, lowest 32 bits. */
export const rtpTimeOf = (at: number): number => (Math.round(at) * (CLOCK_RATE / 1000)) % 2 ** 32;

/** null: this platform has no build of the library, or it was not installed. */
export async function loadConnections(): Promise<OpenConnection | null> {
  const library = await import('node-datachannel').then(
    ({ default: loaded }) => loaded,
    () => null,
  );
  if (library === null) return null;
  return ({ sdp, codec, iceServers }, { answered, candidate, opened, closed }) => {
    const connection = new library.PeerConnection(NAME, {
      iceServers: toLibraryServers(iceServers),
      disableAutoNegotiation: true,
    });
    connection.onLocalDescription(answered);
    connection.onLocalCandidate(candidate);
    connection.onStateChange((state) => {
      if (state === 'failed' || state === 'closed') closed();
    });
    const ssrc = randomInt(1, 2 ** 32 - 1);
    const packets = new library.RtpPacketizationConfig(ssrc, NAME, codec.payload, CLOCK_RATE);
    try {
      connection.setRemoteDescription(sdp, 'offer');
      const video = new library.Video(codec.mid, 'SendOnly');
      video.addH264Codec(codec.payload, codec.parameters);
      video.addSSRC(ssrc, NAME, NAME, 'video');
      const track = connection.addTrack(video);
      const packetizer = new library.H264RtpPacketizer('StartSequence', packets, MAX_PACKET_BYTES);
      packetizer.addToChain(new library.RtcpSrReporter(packets));
      packetizer.addToChain(new library.RtcpNackResponder(KEPT_PACKETS));
      track.setMediaHandler(packetizer);
      track.onOpen(opened);
      track.onClosed(closed);
      connection.setLocalDescription('answer');
      return {
        addCandidate: (text, mid) => connection.addRemoteCandidate(text, mid),
        send: (picture, at) => {
          if (!track.isOpen()) return;
          packets.timestamp = rtpTimeOf(at);
          track.sendMessageBinary(Buffer.from(picture));
        },
        close: () => connection.close(),
      };
    } catch (error) {
      connection.close();
      throw error;
    }
  };
}
