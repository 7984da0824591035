/** Push in this browser: permission, a subscription with the server's key, and what the server needs to know of it. */
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
  return Notification.permission === 'denied' ? 'REFUSED' : 'POSSIBLE';
}

export const PUSH_MESSAGES: Readonly<Record<Exclude<PushState, 'POSSIBLE'>, string>> = {
  NOT_HERE: 'This browser knows no push. E-mail and ntfy work everywhere.',
  NEEDS_HTTPS: 'Browsers allow push over https only. Open Picket at its https address.',
  NEEDS_INSTALLING:
    'On an iPhone or iPad, add Picket to the Home Screen first (Share, Add to Home Screen), and open it there.',
  REFUSED: 'Notifications are blocked for this website. Allow them in the browser’s settings and come back.',
};

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (sign) => sign.charCodeAt(0));
};

/** Asks for permission and subscribes; null where the person said no. */
export async function subscribe(pushKey: string): Promise<PushSubscriptionData | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  await navigator.serviceWorker.register('/sw.js');
  const worker = await navigator.serviceWorker.ready;
  const subscription = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(pushKey),
  });
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh, auth } = keys ?? {};
  if (endpoint === undefined || p256dh === undefined || auth === undefined) throw new Error('the browser gave no keys');
  return { endpoint, keys: { p256dh, auth } };
}

/** What to call this browser. */
export function browserName(): string {
  const { userAgent } = navigator;
  const system = [/Android/u, /iPhone/u, /iPad/u, /Windows/u, /Mac OS/u, /Linux/u].find((one) => one.test(userAgent));
  const browser = [/Firefox/u, /Edg/u, /OPR/u, /Chrome/u, /Safari/u].find((one) => one.test(userAgent));
  const name = browser?.source.replace('Edg', 'Edge').replace('OPR', 'Opera') ?? 'Browser';
  return system === undefined ? name : `${name} on ${system.source}`;
}
