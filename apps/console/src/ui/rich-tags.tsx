/** What marked parts of a message become: the values of its tags, for `t.rich`. */
import type { ReactNode } from 'react';

/** For screen readers alone. */
export const hidden = (text: ReactNode) => <span className="visually-hidden">{text}</span>;
export const strong = (text: ReactNode) => <strong>{text}</strong>;
/** Small and gray. */
export const small = (text: ReactNode) => <span className="small muted">{text}</span>;
