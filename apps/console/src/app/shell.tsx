/** What all signed-in pages share: top bar, footer, live stream, announcements, back link. */
import { useHotkeys } from '@mantine/hooks';
import type { ProfileOut } from '@picket/contracts/types';
import {
  type ComponentProps,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { useOpenAlerts } from '../features/alerts/use-open-alerts.ts';
import { Announcement } from '../features/announcements/announcement.tsx';
import { ServiceNotice } from '../features/operations/service-notice.tsx';
import type CommandPalettePart from '../features/palette/command-palette.tsx';
import { ConfirmIdentity } from '../features/session/confirm-identity.tsx';
import { useAnalytics } from '../features/session/use-analytics.ts';
import { loadPart } from '../lib/load-part.ts';
import { notePageChange } from '../lib/service-state.ts';
import { loadTexts, useText } from '../lib/texts.ts';
import { useLoaded } from '../lib/use-loaded.ts';
import { AmongToasts } from '../ui/among-toasts.tsx';
import { setUnacknowledgedCount } from '../ui/use-title.ts';
import { mantinePart, withMantine } from '../ui/with-mantine.tsx';
import type { ConsoleRoute } from './console-route.ts';
import { canOpen, pageText, ROUTES } from './route-table.ts';
import styles from './shell.module.css';
import { TopBar } from './top-bar.tsx';
import { useLiveUpdates } from './use-live-updates.ts';

const FeedbackDialog = lazy(() =>
  loadPart(() => withMantine(() => import('../features/announcements/feedback-dialog.tsx'))),
);
const CommandPalette = mantinePart<ComponentProps<typeof CommandPalettePart>>(
  () => import('../features/palette/command-palette.tsx'),
  'home',
  'palette',
);

async function loadAlertToasts() {
  const [module] = await Promise.all([import('../features/alerts/new-alerts/alert-toasts.tsx'), loadTexts(['home'])]);
  return module.default;
}

async function loadPairingToasts() {
  return (await withMantine(() => import('../features/sensors/pairing-toast.tsx'))).default;
}

const LOAD_MANTINE_AFTER_MS = 5000;

/** Loads what most other pages need, once the first has long been drawn. A page that needs it sooner loads it itself. */
function useMantineLoaded(): void {
  useEffect(() => {
    const load = (): void => void import('../ui/mantine-scope.tsx').catch(() => {});
    const timer = setTimeout(load, LOAD_MANTINE_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
}

interface Props {
  readonly profile: ProfileOut;
  readonly route: ConsoleRoute;
  readonly children: ReactNode;
}

type DialogName = 'feedback' | 'palette';

export default function Shell({ profile, route, children }: Props) {
  const t = useText();
  const { connection, newAlerts, removeNewAlerts, discoveredSensors, removeDiscovered } = useLiveUpdates(profile);
  const AlertToasts = useLoaded(loadAlertToasts, newAlerts.length > 0);
  const PairingToasts = useLoaded(loadPairingToasts, discoveredSensors.length > 0);
  useUnacknowledgedCount(!profile.lacksMfa);
  const [open, setOpen] = useState<DialogName | null>(null);
  const close = useCallback(() => setOpen(null), []);
  useHotkeys(profile.lacksMfa ? [] : [['mod+K', () => setOpen('palette')]], []);
  const { pathname } = useLocation();
  useAnalytics(pathname, profile.email);
  useMantineLoaded();
  const main = useStartOfPage(pathname);
  return (
    <div className={styles.shell} data-shell>
      <a className={styles.skipLink} href="#main">
        {t('shell.skipLink')}
      </a>
      <TopBar
        profile={profile}
        route={route}
        connection={connection}
        onFeedback={() => setOpen('feedback')}
        onPalette={() => setOpen('palette')}
      />
      {!profile.lacksMfa && <ServiceNotice />}
      {!profile.lacksMfa && !profile.display && <Announcement />}
      <main id="main" ref={main} tabIndex={-1}>
        {children}
      </main>
      <footer className={`small muted ${styles.footer}`} data-footer>
        © {new Date().getFullYear()} Picket
      </footer>
      <ConfirmIdentity />
      {PairingToasts !== null && discoveredSensors.length > 0 && (
        <AmongToasts isUrgent={false}>
          <PairingToasts pending={discoveredSensors} onDone={removeDiscovered} />
        </AmongToasts>
      )}
      {/* On the wall they are what the page is about. */}
      {AlertToasts !== null && route.label !== 'wall' && <AlertToasts alerts={newAlerts} onClose={removeNewAlerts} />}
      {open !== null && <ShellDialog name={open} profile={profile} onClose={close} />}
    </div>
  );
}

interface DialogProps {
  readonly name: DialogName;
  readonly profile: ProfileOut;
  readonly onClose: () => void;
}

/** Loaded when it is first opened. */
function ShellDialog({ name, profile, onClose }: DialogProps) {
  const t = useText();
  const screens = useMemo(
    () =>
      ROUTES.filter((one) => !one.path.includes(':') && canOpen(one, profile, {})).map((one) => ({
        path: one.path,
        label: pageText(t, one),
      })),
    [profile, t],
  );
  return (
    <Suspense fallback={null}>
      {name === 'feedback' ? (
        <FeedbackDialog person={profile.guid} onClose={onClose} />
      ) : (
        <CommandPalette screens={screens} onClose={onClose} />
      )}
    </Suspense>
  );
}

/** Shows in the title how many alerts nobody has acknowledged. */
function useUnacknowledgedCount(isSignedIn: boolean): void {
  const { alerts } = useOpenAlerts(undefined, isSignedIn);
  const count = alerts.filter(({ acknowledged, severity }) => acknowledged === undefined && severity >= 100).length;
  useEffect(() => setUnacknowledgedCount(count), [count]);
  useEffect(() => () => setUnacknowledgedCount(0), []);
}

/**
 * Each page starts at the top, also for keyboards and screen readers; after Back, the browser restores the position.
 * Returns the ref of the main element.
 */
function useStartOfPage(pathname: string) {
  const main = useRef<HTMLElement>(null);
  const isFirstPage = useRef(true);
  const navigation = useNavigationType();
  // Focusing without preventScroll would put the heading under the bar.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the path changes
  useEffect(() => {
    if (!isFirstPage.current) {
      notePageChange();
      // After Back, a list has given the focus to what was opened from it.
      if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
      if (navigation !== 'POP') window.scrollTo(0, 0);
    }
    isFirstPage.current = false;
  }, [pathname]);
  return main;
}
