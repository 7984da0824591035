/** The menu of the user, open: it is loaded by opening it. */
import { Menu } from '@mantine/core';
import type { ProfileOut } from '@picket/contracts/types';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { signOut } from '../features/session/use-session.ts';
import { useText } from '../lib/texts.ts';
import { MantineScope } from '../ui/mantine-scope.tsx';
import { showErrorToast } from '../ui/toasts.ts';
import { externalLinks } from './external-links.ts';
import styles from './profile-target.module.css';
import { ProfileTarget } from './profile-target.tsx';

interface Props {
  readonly profile: ProfileOut;
  readonly onFeedback: () => void;
  readonly onPalette: () => void;
}

export function ProfileMenu({ profile, onFeedback, onPalette }: Props) {
  const t = useText();
  const navigate = useNavigate();
  // The button that was pressed first was another one, without the menu.
  const target = useRef<HTMLButtonElement>(null);
  return (
    <MantineScope>
      <Menu
        position="bottom-end"
        width={240}
        withinPortal={false}
        defaultOpened
        returnFocus={false}
        onClose={() => target.current?.focus()}
      >
        <Menu.Target>
          <ProfileTarget ref={target} profile={profile} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{profile.email}</Menu.Label>
          {!profile.display && <Menu.Item onClick={() => navigate('/profile')}>{t('shell.editProfile')}</Menu.Item>}
          {!profile.lacksMfa && (
            <Menu.Item className={styles.narrowOnly} onClick={onPalette}>
              {t('shell.search')}
            </Menu.Item>
          )}
          {!profile.display && (
            <Menu.Item className={styles.narrowOnly} onClick={onFeedback}>
              {t('shell.feedback')}
            </Menu.Item>
          )}
          {externalLinks(t).map(({ label, href }) => (
            <Menu.Item
              key={label}
              className={styles.narrowOnly}
              component="a"
              href={href}
              target="_blank"
              rel="noreferrer"
            >
              {label}
            </Menu.Item>
          ))}
          <Menu.Item onClick={() => void signOut().catch(showErrorToast)}>{t('shell.signOut')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </MantineScope>
  );
}
