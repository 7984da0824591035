/**
 * The part of the console that runs while no page of it is open: shows pushes, and acts on their buttons. It keeps nothing
 * and answers no request.
 */
/** Each push brings those of its reader; these are for one without. */
const WORDS = { acknowledge: 'Acknowledge', acknowledged: 'Acknowledged', open: 'Open' };

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

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

/** Shows a page in a window that is open, or in a new one. */
async function open(path) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  for (const one of windows) {
    if (!('navigate' in one)) continue;
    const shown = await one.navigate(path).catch(() => null);
    if (shown !== null) return shown.focus();
  }
  return self.clients.openWindow(path);
}
