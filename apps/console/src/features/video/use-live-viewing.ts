/** The live picture of a sentry, as long as the component is shown. */
import { type RefObject, useEffect, useRef, useState } from 'react';
import { type LiveSnapshot, LiveViewing } from './live-session.ts';

const STARTING: LiveSnapshot = {
  state: { kind: 'connecting' },
  video: null,
  watchers: [],
  lateness: null,
  capturedAt: null,
};

export interface LivePicture extends LiveSnapshot {
  /** Of the video element that shows it. */
  readonly element: RefObject<HTMLVideoElement | null>;
  /** Goes on after a question or an end. */
  readonly resume: () => void;
}

export function useLiveViewing(location: string, sentry: string): LivePicture {
  const element = useRef<HTMLVideoElement>(null);
  const viewing = useRef<LiveViewing | null>(null);
  const [snapshot, setSnapshot] = useState(STARTING);
  useEffect(() => {
    if (element.current === null) return;
    setSnapshot(STARTING);
    const current = new LiveViewing(location, sentry, setSnapshot);
    viewing.current = current;
    current.start(element.current);
    return () => current.close();
  }, [location, sentry]);
  return { ...snapshot, element, resume: () => viewing.current?.resume() };
}
