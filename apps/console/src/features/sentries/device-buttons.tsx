/** What can be added at a location, for its administrators. */
import { Button } from '@mantine/core';
import { isAdmin } from '@picket/domain/permissions';
import { Link } from 'react-router';
import { useText } from '../../lib/texts.ts';
import { useProfile } from '../session/index.ts';

interface ButtonsProps {
  readonly location: string;
  readonly isEmpty: boolean;
  readonly hasCameras: boolean;
}

export function DeviceButtons({ location, isEmpty, hasCameras }: ButtonsProps) {
  const t = useText();
  const { permissions } = useProfile();
  return (
    <>
      {hasCameras && (
        <Button component={Link} to={`/locations/${location}/settings/camera`} variant="default">
          {t('camera.settings')}
        </Button>
      )}
      {isAdmin(permissions) && (
        <Button component={Link} to={`/locations/${location}/adopt`} variant="default">
          {t('shell.page.adopt')}
        </Button>
      )}
      <Button component={Link} to={`/locations/${location}/setup`} variant={isEmpty ? 'filled' : 'default'}>
        {t('shell.page.addSentry')}
      </Button>
    </>
  );
}
