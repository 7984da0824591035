import type { ReactNode } from 'react';

/** The part of a text that only screen readers say: `<hidden>…</hidden>` in a message. */
export const hidden = (text: ReactNode): ReactNode => <span className="visually-hidden">{text}</span>;
