/** Feedback and crash reports (specification, sections 3, 5, 7, 9). */
export const MOODS = ['happy', 'neutral', 'sad'] as const;
export type Mood = (typeof MOODS)[number];

export const FEEDBACK_MAX = 2048;
export const FEEDBACK_TOO_LONG = 'Feedback is too long';

/** A crash's stack and component stack are cut to this many characters. */
export const UILOG_MAX = 65_536;
