import type { ReactNode } from 'react';

/** A part of a message for screen readers alone: the value of its `<hidden>` tag. */
export const visuallyHidden = (text: ReactNode): ReactNode => <span className="visually-hidden">{text}</span>;
