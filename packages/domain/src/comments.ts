/** Limits of comments on alerts. */
export const MAX_COMMENTS = 1000;
/** Characters. */
export const MAX_COMMENT_LENGTH = 2048;
