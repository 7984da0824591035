/** How push comes to a phone: by opening Picket there. Which one the user has is kept in the profile. */
import { NativeSelect } from '@mantine/core';
import { DEVICE_SYSTEMS } from '@picket/domain/channels';
import { api } from '../../lib/api.ts';
import { showErrorToast } from '../../ui/toasts.ts';
import { setProfile, useProfile } from '../session/index.ts';

const SYSTEM_NAMES = { android: 'Android', ios: 'iPhone or iPad' } as const;

const STEPS: Readonly<Record<string, string>> = {
  '': '',
  android: 'Open Picket in the phone’s browser, install it from the menu, and press “Push to this browser” there.',
  ios: 'Open Picket in Safari, add it to the Home Screen, open it there, and press “Push to this browser”.',
};

export function PhoneHelp() {
  const { deviceOs = '' } = useProfile();
  const choose = (value: string): void => {
    const chosen = DEVICE_SYSTEMS.find((one) => one === value) ?? null;
    api('PATCH /users/my-profile', { body: { deviceOs: chosen } })
      .then(setProfile)
      .catch(showErrorToast);
  };
  return (
    <details>
      <summary className="small">On a phone</summary>
      <NativeSelect
        label="Your phone"
        data={[
          { value: '', label: 'Not set' },
          ...DEVICE_SYSTEMS.map((system) => ({ value: system, label: SYSTEM_NAMES[system] })),
        ]}
        value={deviceOs}
        onChange={(event) => choose(event.currentTarget.value)}
        description={STEPS[deviceOs]}
        inputWrapperOrder={['label', 'input', 'description']}
      />
    </details>
  );
}
