export { createEventFanOut, type EventFanOut } from './live-fan-out.ts';
export { eventRoutes } from './live-routes.ts';
export { deleteEventsBefore, insertAlertEvents, insertEvents } from './live-store.ts';
