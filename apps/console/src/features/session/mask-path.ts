/** A path for page views, without user ids and one-time tokens. */
export const maskPath = (pathname: string): string =>
  pathname
    .replace(/^(\/admin\/users\/)[^/]+/u, '$1:id')
    .replace(/^(\/(?:sign-up|reset-password|act)\/)[^/]+/u, '$1:token');
