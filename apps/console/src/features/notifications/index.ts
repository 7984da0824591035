export { browserName, pushState, subscribe } from './subscribe-push.ts';
