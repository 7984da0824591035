/** Plays a clip: where it is, how fast, and what moves it. Positions are seconds from its first picture. */
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ClipSource } from './use-clip-source.ts';

export const RATES = [0.5, 1, 2, 4] as const;
export type Rate = (typeof RATES)[number];

export interface Playback {
  readonly element: RefObject<HTMLVideoElement | null>;
  readonly position: number;
  readonly isPlaying: boolean;
  readonly rate: Rate;
  readonly hasFailed: boolean;
  readonly toggle: () => void;
  readonly pause: () => void;
  readonly seek: (seconds: number) => void;
  /** By pictures, forward or backward. */
  readonly step: (pictures: number) => void;
  readonly setRate: (rate: Rate) => void;
  readonly retry: () => void;
}

/** `pictureSeconds`: how far pictures are apart, until two have been seen that follow each other. */
export function useClipPlayback(seconds: number, source: ClipSource, startAt: number, pictureSeconds = 0.1): Playback {
  const element = useRef<HTMLVideoElement>(null);
  const picture = useRef(pictureSeconds);
  const [position, setPosition] = useState(startAt);
  const [isPlaying, setPlaying] = useState(false);
  const [rate, setRate] = useState<Rate>(1);
  const [hasFailed, setFailed] = useState(false);
  const seek = (to: number): void => {
    const video = element.current;
    const next = Math.min(seconds, Math.max(0, to));
    setPosition(next);
    if (video !== null) video.currentTime = next;
  };
  const play = (): void => {
    const video = element.current;
    if (video === null) return;
    if (position >= seconds - picture.current) seek(0);
    video.play().catch(() => {});
  };
  const pause = (): void => element.current?.pause();
  const changed = useEffectEvent((video: HTMLVideoElement) => {
    setPlaying(!video.paused && !video.ended);
    setPosition(Math.min(seconds, video.currentTime));
  });
  const failed = useEffectEvent(() => {
    setPlaying(false);
    if (!source.renew()) setFailed(true);
  });
  /** After a new address: where it was. */
  const loaded = useEffectEvent((video: HTMLVideoElement) => {
    setFailed(false);
    video.currentTime = position;
    video.playbackRate = rate;
  });
  useVideoEvents(element, picture, changed, loaded, failed);
  return {
    element,
    position,
    isPlaying,
    rate,
    hasFailed,
    toggle: () => (isPlaying ? pause() : play()),
    pause,
    seek,
    step: (pictures) => {
      pause();
      seek(position + pictures * picture.current);
    },
    setRate: (next) => {
      setRate(next);
      if (element.current !== null) element.current.playbackRate = next;
    },
    retry: () => {
      setFailed(false);
      source.renew();
      element.current?.load();
    },
  };
}

/** Follows the pictures as they are shown, and measures how far apart they are. */
function useVideoEvents(
  element: RefObject<HTMLVideoElement | null>,
  picture: RefObject<number>,
  onChange: (video: HTMLVideoElement) => void,
  onLoad: (video: HTMLVideoElement) => void,
  onError: () => void,
): void {
  const change = useEffectEvent(onChange);
  const load = useEffectEvent(onLoad);
  const fail = useEffectEvent(onError);
  useEffect(() => {
    const video = element.current;
    if (video === null) return;
    let before = 0;
    const shown = (_now: number, { mediaTime }: VideoFrameCallbackMetadata): void => {
      const apart = mediaTime - before;
      if (apart > 0.01 && apart < 0.5) picture.current = apart;
      before = mediaTime;
      change(video);
      handle = video.requestVideoFrameCallback(shown);
    };
    let handle = video.requestVideoFrameCallback(shown);
    const over = new AbortController();
    for (const kind of ['play', 'pause', 'ended', 'timeupdate', 'seeked'])
      video.addEventListener(kind, () => change(video), { signal: over.signal });
    video.addEventListener('loadedmetadata', () => load(video), { signal: over.signal });
    video.addEventListener('error', () => fail(), { signal: over.signal });
    if (video.readyState >= video.HAVE_METADATA) load(video);
    return () => {
      over.abort();
      video.cancelVideoFrameCallback(handle);
    };
  }, [element, picture]);
}
