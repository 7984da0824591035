/** Push in this browser: permission, a subscription with the server's key, and what the server needs to know of it. */
import type { Translator } from '../../lib/texts.ts';

export interface PushSubscriptionData {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

export type PushState = 'POSSIBLE' | 'NOT_HERE' | 'NEEDS_HTTPS' | 'NEEDS_INSTALLING' | 'REFUSED';

const isApple = (): boolean => /iPhone|iPad/u.test(navigator.userAgent);
const isInstalled = (): boolean => window.matchMedia('(display-mode: standalone)').matches;

/** Whether this browser can be pushed to. */
export function pushState(): PushState {
  if (!window.isSecureContext) return 'NEEDS_HTTPS';
  if (!('serviceWorker' in navigator) || !('PushManager' in window))
    return isApple() && !isInstalled() ? 'NEEDS_INSTALLING' : 'NOT_HERE';
  return window.Notification.permission === 'denied' ? 'REFUSED' : 'POSSIBLE';
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (sign) => sign.charCodeAt(0));
};

/** A browser keeps to the key of its first subscription: after the server's key has changed, that one is in the way. */
async function subscribeAt(manager: PushManager, options: PushSubscriptionOptionsInit): Promise<PushSubscription> {
  try {
    return await manager.subscribe(options);
  } catch (error) {
    const isOther = error instanceof DOMException && error.name === 'InvalidStateError';
    const former = isOther ? await manager.getSubscription() : null;
    if (former === null) throw error;
    await former.unsubscribe();
    return manager.subscribe(options);
  }
}

/** Asks for permission and subscribes; null where the person said no. */
export async function subscribe(pushKey: string): Promise<PushSubscriptionData | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  await navigator.serviceWorker.register('/sw.js');
  const worker = await navigator.serviceWorker.ready;
  const subscription = await subscribeAt(worker.pushManager, {
    userVisibleOnly: true,
    applicationServerKey: bytesOf(pushKey),
  });
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh, auth } = keys ?? {};
  if (endpoint === undefined || p256dh === undefined || auth === undefined) throw new Error('the browser gave no keys');
  return { endpoint, keys: { p256dh, auth } };
}

/** What each names itself as; the last two stand in the names of others as well. */
const BROWSERS = { Firefox: /Firefox/u, Edge: /Edg/u, Opera: /OPR/u, Chrome: /Chrome/u, Safari: /Safari/u } as const;

/** What to call this browser. */
export function browserName(t: Translator): string {
  const { userAgent } = navigator;
  const system = [/Android/u, /iPhone/u, /iPad/u, /Windows/u, /Mac OS/u, /Linux/u].find((one) => one.test(userAgent));
  const [browser] = Object.entries(BROWSERS).find(([, mark]) => mark.test(userAgent)) ?? [];
  const name = browser ?? t('notifications.browser');
  return system === undefined ? name : t('notifications.browserOn', { browser: name, system: system.source });
}
