/** The bar above every page: the way back, the main pages, search, and what belongs to the user. */
import { Button, Menu } from '@mantine/core';
import type { ProfileOut } from '@picket/contracts/types';
import { IconArrowLeft, IconChevronDown } from '@tabler/icons-react';
import { Link, NavLink, useNavigate } from 'react-router';
import { signOut } from '../features/session/use-session.ts';
import type { Connection } from '../lib/connection.ts';
import { LINKS } from '../lib/links.ts';
import { clearReadings } from '../lib/live-readings.ts';
import { type Translator, useText } from '../lib/texts.ts';
import { Logo } from '../ui/icons.tsx';
import { type ConsoleRoute, canOpen, pageText, ROUTES } from './route-table.ts';
import { usePreviousPage } from './use-previous-page.ts';

const externalLinks = (t: Translator): readonly { readonly label: string; readonly href: string }[] =>
  [
    { label: t('shell.updates'), href: LINKS.blog },
    { label: t('shell.help'), href: LINKS.help },
  ].flatMap(({ label, href }) => (href === null ? [] : [{ label, href }]));

interface Props {
  readonly profile: ProfileOut;
  readonly route: ConsoleRoute;
  readonly connection: Connection;
  readonly onFeedback: () => void;
  readonly onPalette: () => void;
}

export function TopBar({ profile, route, connection, onFeedback, onPalette }: Props) {
  const t = useText();
  return (
    <header className="top-bar">
      <BackLink label={pageText(t, route)} isHome={route.home === true || profile.lacksMfa} />
      <nav aria-label={t('shell.main')}>
        {ROUTES.filter((one) => one.nav !== undefined && canOpen(one, profile, {}))
          .sort((a, b) => (a.nav ?? 0) - (b.nav ?? 0))
          .map((one) => (
            <NavLink key={one.path} to={one.path} className="nav-link">
              {pageText(t, one)}
            </NavLink>
          ))}
      </nav>
      <span className="grow" />
      {connection === 'interrupted' && (
        <span className="sev lost connection" role="status" title={t('shell.interruptedText')}>
          {t('shell.interrupted')}
        </span>
      )}
      {!profile.lacksMfa && (
        <button type="button" className="palette-open" aria-keyshortcuts="Control+K" onClick={onPalette}>
          <span>{t('shell.search')}</span>
          <kbd>{t('shell.searchKeys')}</kbd>
        </button>
      )}
      {!profile.display && (
        <button type="button" className="nav-link bar-button" onClick={onFeedback}>
          {t('shell.feedback')}
        </button>
      )}
      {externalLinks(t).map(({ label, href }) => (
        <a key={label} className="nav-link bar-link" href={href} target="_blank" rel="noreferrer">
          {label}
        </a>
      ))}
      <ProfileMenu profile={profile} onFeedback={onFeedback} onPalette={onPalette} />
    </header>
  );
}

function BackLink({ label, isHome }: { readonly label: string; readonly isHome: boolean }) {
  const t = useText();
  const previous = usePreviousPage(label);
  if (isHome)
    return (
      <Link to="/locations" className="logo" aria-label={t('shell.logo')}>
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
  const t = useText();
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
          {profile.displayName ?? profile.email ?? t('shell.profile')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{profile.email}</Menu.Label>
        {!profile.display && <Menu.Item onClick={() => navigate('/profile')}>{t('shell.editProfile')}</Menu.Item>}
        {!profile.lacksMfa && (
          <Menu.Item className="narrow-only" onClick={onPalette}>
            {t('shell.search')}
          </Menu.Item>
        )}
        {!profile.display && (
          <Menu.Item className="narrow-only" onClick={onFeedback}>
            {t('shell.feedback')}
          </Menu.Item>
        )}
        {externalLinks(t).map(({ label, href }) => (
          <Menu.Item key={label} className="narrow-only" component="a" href={href} target="_blank" rel="noreferrer">
            {label}
          </Menu.Item>
        ))}
        <Menu.Item onClick={() => void handleSignOut()}>{t('shell.signOut')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
