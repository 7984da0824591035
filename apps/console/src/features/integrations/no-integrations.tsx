/** Which sensors can be connected, where none are. */
import { Button } from '@mantine/core';
import { useText } from '../../lib/texts.ts';
import { strong } from '../../ui/rich-tags.tsx';
import { GuideLink } from './guide-link.tsx';
import styles from './integrations.module.css';

export function NoIntegrations({ onAdd }: { readonly onAdd: () => void }) {
  const t = useText();
  return (
    <section className="card empty">
      <h2>{t('integrations.none')}</h2>
      <p className="muted">{t('integrations.noneText')}</p>
      <ul className={styles.sources}>
        <li>{t.rich('integrations.source.zigbee', { strong })}</li>
        <li>{t.rich('integrations.source.tasmota', { strong })}</li>
        <li>{t.rich('integrations.source.shelly', { strong })}</li>
        <li>{t.rich('integrations.source.frigate', { strong })}</li>
        <li>{t.rich('integrations.source.bluetooth', { strong })}</li>
        <li>{t.rich('integrations.source.lorawan', { strong })}</li>
        <li>{t.rich('integrations.source.esphome', { strong })}</li>
        <li>{t.rich('integrations.source.nut', { strong })}</li>
        <li>{t.rich('integrations.source.snmp', { strong })}</li>
        <li>{t.rich('integrations.source.modbus', { strong })}</li>
        <li>{t.rich('integrations.source.exporter', { strong })}</li>
        <li>{t.rich('integrations.source.webhook', { strong })}</li>
        <li>{t.rich('integrations.source.topics', { strong })}</li>
        <li>{t.rich('integrations.source.hosted', { strong })}</li>
        <li>{t('integrations.source.other')}</li>
      </ul>
      <Button onClick={onAdd}>{t('integrations.add')}</Button>
      <GuideLink />
    </section>
  );
}
