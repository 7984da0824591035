export { ChannelIcon } from './channel-icon.tsx';
export { browserName, pushState, subscribe } from './subscribe-push.ts';
export { TestOutcome } from './test-outcome.tsx';
export type { TestResult } from './test-result.ts';
export { confirmMyArrival } from './use-my-notifications.ts';
