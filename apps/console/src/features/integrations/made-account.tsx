/** What devices connect to the broker in Picket with; its password is shown once. */
import { Button } from '@mantine/core';
import { useText } from '../../lib/texts.ts';
import { CopyLine } from '../../ui/copy-line.tsx';
import { type BrokerAccount, hostAndPort, zigbeeSettings } from './broker-settings.ts';
import { GuideLink } from './guide-link.tsx';
import styles from './integrations.module.css';
import { reachableBroker } from './reachable-address.ts';

interface Props {
  readonly account: BrokerAccount;
  readonly onDone: () => void;
}

export function MadeAccount({ account, onDone }: Props) {
  const t = useText();
  const address = reachableBroker(account.address, window.location.hostname);
  const shown = { ...account, address };
  return (
    <div className={`stack-tight ${styles.account}`} role="status">
      <h3>{t('broker.made')}</h3>
      <p className="muted small">
        {t('broker.madeText')} <GuideLink />
      </p>
      <p className="small">{t('broker.address')}</p>
      <CopyLine text={address} label={t('broker.copyAddress')} />
      <p className="small">{t('broker.user')}</p>
      <CopyLine text={account.user} label={t('broker.copyUser')} />
      <p className="small">{t('broker.password')}</p>
      <CopyLine text={account.password} label={t('broker.copyPassword')} />
      <p className="small">{t('broker.zigbee')}</p>
      <CopyLine text={zigbeeSettings(shown)} label={t('broker.copyZigbee')} />
      <p className="small">{t('broker.tasmota')}</p>
      <CopyLine
        text={t('broker.tasmotaCommand', { ...hostAndPort(address), user: account.user, password: account.password })}
        label={t('broker.copyTasmota')}
      />
      <div>
        <Button onClick={onDone}>{t('broker.saved')}</Button>
      </div>
    </div>
  );
}
