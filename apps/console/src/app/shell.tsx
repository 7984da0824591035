/** Top bar, footer, and what every signed-in page shares: the live stream, the announcements, the way back. */
import { Button, Menu } from '@mantine/core';
import type { AlertOut, ProfileOut } from '@picket/contracts';
import { IconArrowLeft, IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Link, NavLink, useLocation, useNavigate } from 'react-router';
import { alertPlace, alertTitle } from '../features/alerts/alert-text.ts';
import { ConfirmIdentity } from '../features/session/confirm-identity.tsx';
import { askAgain, signOut } from '../features/session/use-session.ts';
import { clearReadings } from '../lib/live-readings.ts';
import { useStream } from '../live/use-stream.ts';
import { Logo } from '../ui/icons.tsx';
import { toast } from '../ui/toasts.ts';
import { type ConsoleRoute, mayOpen, ROUTES } from './route-table.ts';
import { usePreviousPage } from './use-previous-page.ts';

interface Props {
  readonly profile: ProfileOut;
  readonly route: ConsoleRoute;
  readonly children: ReactNode;
}

export default function Shell({ profile, route, children }: Props) {
  const [announcement, setAnnouncement] = useState('');
  const onRaised = useCallback((alert: AlertOut) => {
    const where = `${alertPlace(alert)}${alert.sentry ? `, ${alert.sentry.name}` : ''}`;
    toast(alertTitle(alert), where);
    setAnnouncement(`New alert: ${alertTitle(alert)}, ${where}`);
  }, []);
  const onRefused = useCallback(() => void askAgain(), []);
  const connection = useStream({ onRaised, onRefused }, !profile.lacksMfa);
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const isFirstPage = useRef(true);
  // Keyboards and screen readers start each page at its beginning.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what it reacts to
  useEffect(() => {
    if (!isFirstPage.current) main.current?.focus();
    isFirstPage.current = false;
  }, [pathname]);

  return (
    <div className="shell">
      <a className="skip-link" href="#main">
        Skip to the page
      </a>
      <header className="top-bar">
        <WayBack label={route.label} isHome={route.home === true || profile.lacksMfa} />
        <nav aria-label="Main">
          {ROUTES.filter((one) => one.nav !== undefined && mayOpen(one, profile, {}))
            .sort((a, b) => (a.nav ?? 0) - (b.nav ?? 0))
            .map((one) => (
              <NavLink key={one.path} to={one.path} className="nav-link">
                {one.label}
              </NavLink>
            ))}
        </nav>
        <span className="grow" />
        {connection === 'interrupted' && (
          <span className="sev lost" role="status">
            Live updates interrupted
          </span>
        )}
        <ProfileMenu profile={profile} />
      </header>
      <main id="main" ref={main} tabIndex={-1}>
        {children}
      </main>
      <footer className="footer small muted">© {new Date().getFullYear()} Picket</footer>
      <ConfirmIdentity />
      <div className="visually-hidden" role="status" aria-live="assertive">
        {announcement}
      </div>
    </div>
  );
}

function WayBack({ label, isHome }: { readonly label: string; readonly isHome: boolean }) {
  const previous = usePreviousPage(label);
  if (isHome)
    return (
      <Link to="/locations" className="logo" aria-label="Picket, to the locations">
        <Logo />
        <span className="logo-word">Picket</span>
      </Link>
    );
  return (
    <Link to={previous.path} className="way-back">
      <IconArrowLeft size={16} aria-hidden="true" />
      <span>{previous.label}</span>
    </Link>
  );
}

function ProfileMenu({ profile }: { readonly profile: ProfileOut }) {
  const navigate = useNavigate();
  const leave = async (): Promise<void> => {
    navigate('/goodbye');
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
        <Menu.Item onClick={() => navigate('/profile')}>Edit my profile</Menu.Item>
        <Menu.Item onClick={() => void leave()}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
