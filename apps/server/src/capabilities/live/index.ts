export { createLiveFanOut, type LiveFanOut } from './live-fan-out.ts';
export { liveRoutes } from './live-routes.ts';
export { deleteNotesBefore, insertAlertNotes, insertNotes } from './live-store.ts';
