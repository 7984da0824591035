export { createSentryAuthenticator } from './device-access.ts';
export type { OnSentryChanged, SentryChange, SentryChanged } from './sentry-ports.ts';
export { sentryRoutes } from './sentry-routes.ts';
export { setClockSkewed } from './sentry-store.ts';
