/** The live picture of a sentry, as long as the component is shown. */
import { type RefObject, useEffect, useRef, useState } from 'react';
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
  /** Of the video element that shows what comes through the server, and of the one for what comes directly from the sentry. */
  readonly element: RefObject<HTMLVideoElement | null>;
  readonly directElement: RefObject<HTMLVideoElement | null>;
  /** Goes on after a question or an end. */
  readonly resume: () => void;
}

export function useLiveViewing(location: string, sentry: string): LivePicture {
  const element = useRef<HTMLVideoElement>(null);
  const directElement = useRef<HTMLVideoElement>(null);
  const viewing = useRef<LiveViewing | null>(null);
  const [snapshot, setSnapshot] = useState(STARTING);
  useEffect(() => {
    if (element.current === null || directElement.current === null) return;
    setSnapshot(STARTING);
    const current = new LiveViewing(location, sentry, setSnapshot);
    viewing.current = current;
    current.start(element.current, directElement.current);
    // A page that is left is not counted as one that looks; the browser may show it again as it was.
    const leave = (): void => current.suspend();
    const comeBack = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) current.resume();
    };
    window.addEventListener('pagehide', leave);
    window.addEventListener('pageshow', comeBack);
    return () => {
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('pageshow', comeBack);
      current.close();
    };
  }, [location, sentry]);
  return { ...snapshot, element, directElement, resume: () => viewing.current?.resume() };
}
