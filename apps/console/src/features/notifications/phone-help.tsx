/** How push comes to a phone: by opening Picket there. Which one the user has is kept in the profile. */
import { NativeSelect } from '@mantine/core';
import { DEVICE_SYSTEMS } from '@picket/domain/channels';
import { api } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { showErrorToast } from '../../ui/toasts.ts';
import { setProfile, useProfile } from '../session/index.ts';

export function PhoneHelp() {
  const t = useText();
  const { deviceOs } = useProfile();
  const choose = (value: string): void => {
    const chosen = DEVICE_SYSTEMS.find((one) => one === value) ?? null;
    api('PATCH /users/my-profile', { body: { deviceOs: chosen } })
      .then(setProfile)
      .catch(showErrorToast);
  };
  return (
    <details>
      <summary className="small">{t('notifications.onAPhone')}</summary>
      <NativeSelect
        label={t('notifications.yourPhone')}
        data={[
          { value: '', label: t('notifications.noPhone') },
          ...DEVICE_SYSTEMS.map((system) => ({ value: system, label: t(`notifications.phone.${system}`) })),
        ]}
        value={deviceOs ?? ''}
        onChange={(event) => choose(event.currentTarget.value)}
        description={deviceOs === undefined ? '' : t(`notifications.phoneSteps.${deviceOs}`)}
        inputWrapperOrder={['label', 'input', 'description']}
      />
    </details>
  );
}
