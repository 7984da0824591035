/** What all signed-in pages share: top bar, footer, live stream, announcements, back link. */
import { Button, Menu } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import type { StreamEventOut } from '@picket/contracts/stream';
import type { AlertOut, ProfileOut } from '@picket/contracts/types';
import { isLocationAdmin } from '@picket/domain/permissions';
import { IconArrowLeft, IconChevronDown } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Link, NavLink, useLocation, useNavigate, useNavigationType } from 'react-router';
import { alertPath, alertPlace, alertTitle } from '../features/alerts/alert-text.ts';
import { useOpenAlerts } from '../features/alerts/use-open-alerts.ts';
import { useAnnouncement } from '../features/announcements/use-announcement.tsx';
import { ServiceNotice } from '../features/operations/service-notice.tsx';
import { afterSensorEvent, type DiscoveredSensor, PairingToasts } from '../features/sensors/pairing-toast.tsx';
import '../features/palette/palette.css';
import { useStream } from '../events/use-stream.ts';
import { ConfirmIdentity } from '../features/session/confirm-identity.tsx';
import { useAnalytics } from '../features/session/use-analytics.ts';
import { revalidateSession, signOut } from '../features/session/use-session.ts';
import { LINKS } from '../lib/links.ts';
import { clearReadings } from '../lib/live-readings.ts';
import { Logo } from '../ui/icons.tsx';
import { showLinkToast } from '../ui/toasts.ts';
import { setUnacknowledgedCount } from '../ui/use-title.ts';
import { type ConsoleRoute, canOpen, ROUTES } from './route-table.ts';
import { usePreviousPage } from './use-previous-page.ts';

const FeedbackDialog = lazy(() => import('../features/announcements/feedback-dialog.tsx'));
const CommandPalette = lazy(() => import('../features/palette/command-palette.tsx'));

interface Props {
  readonly profile: ProfileOut;
  readonly route: ConsoleRoute;
  readonly children: ReactNode;
}

export default function Shell({ profile, route, children }: Props) {
  const [screenReaderMessage, setScreenReaderMessage] = useState('');
  const onRaised = useCallback((alert: AlertOut) => {
    const where = `${alertPlace(alert)}${alert.sentry ? `, ${alert.sentry.name}` : ''}`;
    showLinkToast(alertTitle(alert), where, alertPath(alert));
    setScreenReaderMessage(`New alert: ${alertTitle(alert)}, ${where}`);
  }, []);
  const onRefused = useCallback(() => void revalidateSession(), []);
  const [discoveredSensors, setDiscoveredSensors] = useState<readonly DiscoveredSensor[]>([]);
  const { permissions } = profile;
  const onSensor = useCallback(
    (event: StreamEventOut<'sensor'>) =>
      setDiscoveredSensors((before) =>
        afterSensorEvent(before, event, (location) => isLocationAdmin(permissions, location)),
      ),
    [permissions],
  );
  const connection = useStream({ onRaised, onRefused, onSensor }, !profile.lacksMfa);
  const { alerts } = useOpenAlerts(undefined, !profile.lacksMfa);
  const unacknowledged = alerts.filter(
    ({ acknowledged, severity }) => acknowledged === undefined && severity >= 100,
  ).length;
  useEffect(() => setUnacknowledgedCount(unacknowledged), [unacknowledged]);
  useEffect(() => () => setUnacknowledgedCount(0), []);
  useAnnouncement(!profile.lacksMfa && !profile.display);
  const [open, setOpen] = useState<'feedback' | 'palette' | null>(null);
  const close = useCallback(() => setOpen(null), []);
  const screens = useMemo(
    () =>
      ROUTES.filter((one) => one.access !== 'anyone' && !one.path.includes(':') && canOpen(one, profile, {})).map(
        ({ path, label }) => ({ path, label }),
      ),
    [profile],
  );
  useHotkeys(profile.lacksMfa ? [] : [['mod+K', () => setOpen('palette')]], []);
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useAnalytics(pathname, profile.email);
  const isFirstPage = useRef(true);
  const navigation = useNavigationType();
  // Each page starts at the top, also for keyboards and screen readers; after Back, the browser restores the position.
  // Focusing without preventScroll would put the heading under the bar.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the path changes
  useEffect(() => {
    if (!isFirstPage.current) {
      main.current?.focus({ preventScroll: true });
      if (navigation !== 'POP') window.scrollTo(0, 0);
    }
    isFirstPage.current = false;
  }, [pathname]);

  return (
    <div className="shell">
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <header className="top-bar">
        <BackLink label={route.label} isHome={route.home === true || profile.lacksMfa} />
        <nav aria-label="Main">
          {ROUTES.filter((one) => one.nav !== undefined && canOpen(one, profile, {}))
            .sort((a, b) => (a.nav ?? 0) - (b.nav ?? 0))
            .map((one) => (
              <NavLink key={one.path} to={one.path} className="nav-link">
                {one.label}
              </NavLink>
            ))}
        </nav>
        <span className="grow" />
        {connection === 'interrupted' && (
          <span
            className="sev lost connection"
            role="status"
            title="Data is fetched every 10 seconds until the stream is back."
          >
            Live updates interrupted
          </span>
        )}
        {!profile.lacksMfa && (
          <button
            type="button"
            className="palette-open"
            aria-keyshortcuts="Control+K"
            onClick={() => setOpen('palette')}
          >
            <span>Search</span>
            <kbd>Ctrl K</kbd>
          </button>
        )}
        {!profile.display && (
          <button type="button" className="nav-link bar-button" onClick={() => setOpen('feedback')}>
            Feedback
          </button>
        )}
        {LINKS.blog !== null && (
          <a className="nav-link bar-link" href={LINKS.blog} target="_blank" rel="noreferrer">
            Updates
          </a>
        )}
        {LINKS.help !== null && (
          <a className="nav-link bar-link" href={LINKS.help} target="_blank" rel="noreferrer">
            Help
          </a>
        )}
        <ProfileMenu profile={profile} onFeedback={() => setOpen('feedback')} onPalette={() => setOpen('palette')} />
      </header>
      {!profile.lacksMfa && <ServiceNotice />}
      <main id="main" ref={main} tabIndex={-1}>
        {children}
      </main>
      <footer className="footer small muted">© {new Date().getFullYear()} Picket</footer>
      <ConfirmIdentity />
      {discoveredSensors.length > 0 && (
        <div className="pairing-toasts">
          <PairingToasts
            pending={discoveredSensors}
            onDone={(done) =>
              setDiscoveredSensors((before) =>
                before.filter(
                  (one) =>
                    !done.some((sensor) => sensor.model === one.model && sensor.serial_number === one.serial_number),
                ),
              )
            }
          />
        </div>
      )}
      {open !== null && (
        <Suspense fallback={null}>
          {open === 'feedback' ? (
            <FeedbackDialog person={profile.guid} onClose={close} />
          ) : (
            <CommandPalette screens={screens} onClose={close} />
          )}
        </Suspense>
      )}
      <div className="visually-hidden" role="status" aria-live="assertive">
        {screenReaderMessage}
      </div>
    </div>
  );
}

function BackLink({ label, isHome }: { readonly label: string; readonly isHome: boolean }) {
  const previous = usePreviousPage(label);
  if (isHome)
    return (
      <Link to="/locations" className="logo" aria-label="Picket, all locations">
        <Logo />
        <span className="logo-word">Picket</span>
      </Link>
    );
  return (
    <Link to={previous.path} className="back-link">
      <IconArrowLeft size={16} aria-hidden="true" />
      <span>{previous.label}</span>
    </Link>
  );
}

interface MenuProps {
  readonly profile: ProfileOut;
  readonly onFeedback: () => void;
  readonly onPalette: () => void;
}

function ProfileMenu({ profile, onFeedback, onPalette }: MenuProps) {
  const navigate = useNavigate();
  const handleSignOut = async (): Promise<void> => {
    await signOut();
    clearReadings();
  };
  return (
    <Menu position="bottom-end" width={240} withinPortal={false}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          className="profile-button"
          rightSection={<IconChevronDown size={14} aria-hidden="true" />}
        >
          {profile.displayName ?? profile.email ?? 'Profile'}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{profile.email}</Menu.Label>
        {!profile.display && <Menu.Item onClick={() => navigate('/profile')}>Edit my profile</Menu.Item>}
        {!profile.lacksMfa && (
          <Menu.Item className="narrow-only" onClick={onPalette}>
            Search
          </Menu.Item>
        )}
        {!profile.display && (
          <Menu.Item className="narrow-only" onClick={onFeedback}>
            Feedback
          </Menu.Item>
        )}
        {LINKS.blog !== null && (
          <Menu.Item className="narrow-only" component="a" href={LINKS.blog} target="_blank" rel="noreferrer">
            Updates
          </Menu.Item>
        )}
        {LINKS.help !== null && (
          <Menu.Item className="narrow-only" component="a" href={LINKS.help} target="_blank" rel="noreferrer">
            Help
          </Menu.Item>
        )}
        <Menu.Item onClick={() => void handleSignOut()}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
