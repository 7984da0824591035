/** The bar above every page: the way back, the main pages, search, and what belongs to the user. */
import type { ProfileOut } from '@picket/contracts/types';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Connection } from '../lib/connection.ts';
import { useServiceState } from '../lib/service-state.ts';
import { useText } from '../lib/texts.ts';
import { Logo, StateIcon } from '../ui/icons.tsx';
import type { ConsoleRoute } from './console-route.ts';
import { externalLinks } from './external-links.ts';
import { ProfileButton } from './profile-button.tsx';
import { belongsTo, canOpen, pageText, ROUTES } from './route-table.ts';
import styles from './top-bar.module.css';
import { usePreviousPage } from './use-previous-page.ts';

interface Props {
  readonly profile: ProfileOut;
  readonly route: ConsoleRoute;
  readonly connection: Connection;
  readonly onFeedback: () => void;
  readonly onPalette: () => void;
}

export function TopBar({ profile, route, connection, onFeedback, onPalette }: Props) {
  const t = useText();
  // While nothing answers the banner above says so.
  const isOffline = useServiceState().state === 'offline';
  return (
    <header className={styles.bar} data-top-bar>
      <BackLink label={pageText(t, route)} isHome={route.home === true || profile.lacksMfa} />
      <nav aria-label={t('shell.main')}>
        {ROUTES.filter((one) => one.nav !== undefined && canOpen(one, profile, {}))
          .sort((a, b) => (a.nav ?? 0) - (b.nav ?? 0))
          .map((one) => (
            <Link
              key={one.path}
              to={one.path}
              className={styles.navLink}
              aria-current={belongsTo(route, one) ? 'page' : undefined}
            >
              {pageText(t, one)}
            </Link>
          ))}
      </nav>
      <span className="grow" />
      {connection === 'interrupted' && !isOffline && (
        <span className={`sev offline ${styles.connection}`} role="status" title={t('shell.interruptedText')}>
          <StateIcon state="offline" />
          {t('shell.interrupted')}
        </span>
      )}
      {!profile.lacksMfa && (
        <button type="button" className={styles.paletteOpen} aria-keyshortcuts="Control+K" onClick={onPalette}>
          <span>{t('shell.search')}</span>
          <kbd>{t('shell.searchKeys')}</kbd>
        </button>
      )}
      {!profile.display && (
        <button type="button" className={`${styles.navLink} ${styles.barButton}`} onClick={onFeedback}>
          {t('shell.feedback')}
        </button>
      )}
      {externalLinks(t).map(({ label, href }) => (
        <a key={label} className={`${styles.navLink} ${styles.barLink}`} href={href} target="_blank" rel="noreferrer">
          {label}
        </a>
      ))}
      <ProfileButton profile={profile} onFeedback={onFeedback} onPalette={onPalette} />
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
        <span className={styles.logoWord}>Picket</span>
      </Link>
    );
  return (
    <Link to={previous.path} className={styles.backLink} data-back title={previous.label}>
      <IconArrowLeft size={16} aria-hidden="true" />
      <span>{previous.label}</span>
    </Link>
  );
}
