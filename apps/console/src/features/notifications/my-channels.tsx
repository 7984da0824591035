/** The channels of the signed-in user: those that work, each with a test, and below them those that can be added. */

import type { NotificationSettingsOut } from '@picket/contracts/types';
import { isAdmin } from '@picket/domain/permissions';
import { Link } from 'react-router';
import { type Translator, useText } from '../../lib/texts.ts';
import { strong } from '../../ui/rich-tags.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useProfile } from '../session/index.ts';
import type { NewDestination } from './add-destination.tsx';
import { ChannelOffers } from './channel-offers.tsx';
import { DestinationList } from './destination-list.tsx';
import styles from './my-channels.module.css';
import { usableChannels } from './usable-channels.ts';
import { addMyDestination, confirmMyArrival, removeMyDestination, testMyDestination } from './use-my-notifications.ts';

async function add(t: Translator, body: NewDestination): Promise<void> {
  const made = await addMyDestination(body);
  showToast(t('notifications.added'), t('notifications.addedText', { name: made.name }));
}

export function MyChannels({ settings }: { readonly settings: NotificationSettingsOut }) {
  const t = useText();
  const { destinations, mail } = settings;
  const hasNone = usableChannels(settings).length === 0;
  return (
    <section className={`card ${styles.channels}`} aria-label={t('notifications.yourChannels')}>
      <h2>{t('notifications.yourChannels')}</h2>
      {hasNone && (
        <p className={styles.next} role="note">
          {t.rich('notifications.chooseNext', { strong })}
        </p>
      )}
      <DestinationList
        destinations={destinations}
        mail={mail}
        noMail={<NoMail />}
        onTest={testMyDestination}
        onArrival={confirmMyArrival}
        onRemove={removeMyDestination}
      />
      <h3 className={styles.more}>{hasNone ? t('notifications.chooseOne') : t('notifications.addAnother')}</h3>
      <ChannelOffers settings={settings} onAdd={(body) => add(t, body)} />
    </section>
  );
}

/** Who can set up the mail server of the installation. */
function NoMail() {
  const t = useText();
  const { tenant, permissions } = useProfile();
  if (tenant.isAdminTenant && isAdmin(permissions)) return <Link to="/admin/mail">{t('notifications.setUpMail')}</Link>;
  return <>{t('notifications.mailNotSetUp')}</>;
}
