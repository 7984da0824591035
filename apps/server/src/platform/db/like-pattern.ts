/** A text that somebody searches for, without the meaning that LIKE gives to some of its characters. */
export const escapeLikePattern = (text: string): string => text.replace(/[\\%_]/gu, '\\$&');

/** The LIKE pattern of all texts that contain it. */
export const containsPattern = (text: string): string => `%${escapeLikePattern(text)}%`;
