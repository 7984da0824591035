/**
 * The part of the console that runs while no page of it is open: shows pushes, and acts on their buttons. While the server does not
 * answer, it opens the console from the files that the console has kept (src/lib/kept-shell.ts). It touches no request to the API: nothing
 * of a user passes through it.
 */
/** Each push brings those of its reader; these are for one without. */
const WORDS = { acknowledge: 'Acknowledge', acknowledged: 'Acknowledged', open: 'Open' };

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(activate()));

async function activate() {
  // The page is requested while this worker starts.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

/** One cache for each build of the console, in the order in which they were made. One that has the page is complete. */
const SHELLS = 'picket-shell ';
const PAGE = '/';

const listShells = async () => (await caches.keys()).filter((name) => name.startsWith(SHELLS)).reverse();

self.addEventListener('fetch', (event) => {
  const { method, url, mode } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== self.location.origin) return;
  if (pathname.startsWith('/assets/')) event.respondWith(loadFile(event));
  else if (mode === 'navigate' && !pathname.startsWith('/api/') && !/\.[a-z0-9]+$/iu.test(pathname))
    event.respondWith(openPage(event));
});

/** From the server, so that an upgrade is there at once. Its answers pass unchanged, also those of a proxy that says it is down. */
async function openPage(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch (error) {
    for (const name of await listShells()) {
      const page = await (await caches.open(name)).match(PAGE);
      if (page !== undefined) return page;
    }
    throw error;
  }
}

/** Files are named after their content: what is kept is right forever. */
async function loadFile(event) {
  const kept = await caches.match(event.request, { ignoreVary: true });
  if (kept !== undefined) return kept;
  const answer = await fetch(event.request);
  const [newest] = await listShells();
  if (answer.ok && newest !== undefined) {
    const copy = answer.clone();
    event.waitUntil(caches.open(newest).then((cache) => cache.put(event.request, copy)));
  }
  return answer;
}

self.addEventListener('push', (event) => {
  const push = read(event);
  if (push === null) return;
  const words = { ...WORDS, ...push.words };
  const actions = push.act === undefined ? [] : [{ action: 'acknowledge', title: words.acknowledge }];
  event.waitUntil(
    self.registration.showNotification(push.title, {
      body: push.body,
      lang: push.language ?? 'en',
      // A repetition takes the place of the first.
      tag: push.key,
      icon: '/icon-192.png',
      ...(push.image === undefined ? {} : { image: push.image }),
      requireInteraction: push.severity === 'critical',
      actions: [...actions, { action: 'open', title: words.open }],
      data: push,
    }),
  );
});

function read(event) {
  try {
    return event.data?.json() ?? null;
  } catch {
    return null;
  }
}

self.addEventListener('notificationclick', (event) => {
  const push = event.notification.data;
  event.notification.close();
  event.waitUntil(event.action === 'acknowledge' ? acknowledge(push) : open(push.path));
});

/** Acknowledges without a page; where that does not work, opens the page. */
async function acknowledge(push) {
  const answer = await fetch(`/api/v1/links/${push.act}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    credentials: 'omit',
    body: JSON.stringify({ action: 'ACKNOWLEDGE' }),
  }).catch(() => null);
  if (!answer?.ok) return open(`/act/${push.act}`);
  return self.registration.showNotification({ ...WORDS, ...push.words }.acknowledged, {
    body: push.title,
    tag: push.key,
    icon: '/icon-192.png',
    data: { path: push.path },
  });
}

/** Shows a page in a window that is open, or in a new one. Windows without this worker are left out: it cannot navigate them. */
async function open(path) {
  const windows = await self.clients.matchAll({ type: 'window' });
  const one = windows.find((client) => 'navigate' in client);
  // Before it navigates: what is unsaved there makes the browser ask, and nobody answers in a window that is not seen.
  const focused = await one?.focus().catch(() => null);
  const shown = await focused?.navigate(path).catch(() => null);
  // A browser may allow one of both for a press: then the window in front stays as it is.
  return shown ?? self.clients.openWindow(path).catch(() => focused);
}
