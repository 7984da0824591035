/** A path as page views name it: whose account was looked at is nobody else's business, and a one-time link is a secret. */
export const maskPath = (pathname: string): string =>
  pathname
    .replace(/^(\/admin\/users\/)[^/]+/u, '$1:id')
    .replace(/^(\/(?:sign-up|reset-password|act)\/)[^/]+/u, '$1:token');
