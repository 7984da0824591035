export { EventFanOut } from './event-fan-out.ts';
export { eventRoutes } from './event-routes.ts';
export { deleteEventsBefore, insertAlertEvents, insertEvents } from './event-store.ts';
