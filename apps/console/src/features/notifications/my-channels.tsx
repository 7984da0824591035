/** The channels of the signed-in user: those that work, each with a test, and below them those that can be added. */

import type { NotificationSettingsOut } from '@picket/contracts/types';
import { isAdmin } from '@picket/domain/permissions';
import { Link } from 'react-router';
import { showToast } from '../../ui/toasts.ts';
import { useProfile } from '../session/index.ts';
import type { NewDestination } from './add-destination.tsx';
import { ChannelOffers } from './channel-offers.tsx';
import { DestinationList } from './destination-list.tsx';
import styles from './my-channels.module.css';
import { usableChannels } from './usable-channels.ts';
import { addMyDestination, removeMyDestination, testMyDestination } from './use-my-notifications.ts';

async function add(body: NewDestination): Promise<void> {
  const made = await addMyDestination(body);
  showToast('Added', `Send a test to ${made.name} to check that it works.`);
}

export function MyChannels({ settings }: { readonly settings: NotificationSettingsOut }) {
  const { destinations, mail } = settings;
  const hasNone = usableChannels(settings).length === 0;
  return (
    <section className={`card ${styles.channels}`} aria-label="Your channels">
      <h2>Your channels</h2>
      {hasNone && (
        <p className={styles.next} role="note">
          <strong>Next: choose a channel.</strong> Alerts cannot reach you yet. Push to this browser takes one press;
          ntfy is an app for any phone.
        </p>
      )}
      <DestinationList
        destinations={destinations}
        mail={mail}
        noMail={<NoMail />}
        onTest={testMyDestination}
        onRemove={removeMyDestination}
      />
      <h3 className={styles.more}>{hasNone ? 'Choose one' : 'Add another'}</h3>
      <ChannelOffers settings={settings} onAdd={add} />
    </section>
  );
}

/** Who can set up the mail server of the installation. */
function NoMail() {
  const { tenant, permissions } = useProfile();
  if (tenant.isAdminTenant && isAdmin(permissions)) return <Link to="/admin/mail">Set up a mail server</Link>;
  return <>Not set up by the operator yet</>;
}
