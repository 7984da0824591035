/** Runs before the page is painted (first-screen-build.ts): what only this browser knows of the screen that the server has drawn. */
import { hasOwnList } from '../features/overview/list/stored-list.ts';
import { showStoredScheme } from '../lib/stored-scheme.ts';

showStoredScheme();
const { dataset } = document.documentElement;
// The server has drawn the list as it is unless somebody chooses.
if (window.location.pathname === '/locations' && hasOwnList()) dataset.firstScreen = 'other';
// Sent once the console has started (replace-first-screen.ts): the fields are carried over by then.
document.addEventListener('submit', (event) => {
  if (!(event.target instanceof HTMLElement) || event.target.closest('#first-screen') === null) return;
  event.preventDefault();
  dataset.firstScreen = 'submitted';
});
