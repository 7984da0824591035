/** Opens the menu of the user. The menu is loaded when somebody is about to open it: the first page does without. */
import { type ComponentProps, type ComponentType, useState } from 'react';
import { showErrorToast } from '../ui/toasts.ts';
import type { ProfileMenu } from './profile-menu.tsx';
import { ProfileTarget } from './profile-target.tsx';

type MenuProps = ComponentProps<typeof ProfileMenu>;

const loadMenu = () => import('./profile-menu.tsx');
/** A menu that cannot be loaded now is loaded when it is opened. */
const preload = (): void => void loadMenu().catch(() => {});

export function ProfileButton(props: MenuProps) {
  const [Menu, setMenu] = useState<ComponentType<MenuProps> | null>(null);
  const open = async (): Promise<void> => {
    const loaded = await loadMenu();
    setMenu(() => loaded.ProfileMenu);
  };
  if (Menu !== null) return <Menu {...props} />;
  return (
    <ProfileTarget
      profile={props.profile}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => void open().catch(showErrorToast)}
    />
  );
}
