/** The live picture of a sentry, as long as the component is shown. */
import type { SentryCameraOut } from '@picket/contracts/types';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type LiveSnapshot, LiveViewing } from './live-session.ts';

const STARTING: LiveSnapshot = {
  route: 'relayed',
  state: { kind: 'connecting' },
  video: null,
  watchers: [],
  lateness: null,
  capturedAt: null,
};

export interface LivePicture extends LiveSnapshot {
  /** Of the video element that shows what comes through the server, and of the one for what comes directly from the sentry, if there is one. */
  readonly element: RefObject<HTMLVideoElement | null>;
  readonly directElement: RefObject<HTMLVideoElement | null>;
  /** Goes on after a question or an end. */
  readonly resume: () => void;
}

/** Why nothing is asked for: the request would be refused. */
type KnownRefusal = 'off' | 'mask';

/** null: nothing is known that keeps the server from showing this picture. */
export function refusalOf(
  { isMasked, supportsMasks }: Pick<SentryCameraOut, 'isMasked' | 'supportsMasks'>,
  isOff: boolean,
): KnownRefusal | null {
  if (isOff) return 'off';
  return isMasked && !supportsMasks ? 'mask' : null;
}

/** `refusal` null: none is known. `onRecheck` finds out whether it still stands. */
export function useLiveViewing(
  location: string,
  sentry: string,
  refusal: KnownRefusal | null,
  onRecheck: () => void,
): LivePicture {
  const element = useRef<HTMLVideoElement>(null);
  const directElement = useRef<HTMLVideoElement>(null);
  const viewing = useRef<LiveViewing | null>(null);
  const [snapshot, setSnapshot] = useState(STARTING);
  useEffect(() => {
    setSnapshot(STARTING);
    if (refusal !== null || element.current === null) return;
    const current = new LiveViewing(location, sentry, setSnapshot);
    viewing.current = current;
    current.start(element.current, directElement.current);
    // A page that is left is not counted as one that looks; the browser may show it again as it was.
    const onPageHide = (): void => current.suspend();
    const onPageShow = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) current.resume();
    };
    window.addEventListener('pagehide', onPageHide);
    window.addEventListener('pageshow', onPageShow);
    return () => {
      window.removeEventListener('pagehide', onPageHide);
      window.removeEventListener('pageshow', onPageShow);
      current.close();
    };
  }, [location, sentry, refusal]);
  // Turned off meanwhile: from then on that is known, and until when.
  const isOff = snapshot.state.kind === 'off';
  const recheck = useEffectEvent(onRecheck);
  useEffect(() => {
    if (isOff) recheck();
  }, [isOff]);
  const elements = { element, directElement };
  if (refusal !== null) return { ...STARTING, ...elements, state: { kind: refusal }, resume: onRecheck };
  return { ...snapshot, ...elements, resume: () => viewing.current?.resume() };
}
