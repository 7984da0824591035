export { browserName, PUSH_MESSAGES, pushState, subscribe } from './subscribe-push.ts';
