/** What the fields of an integration are called, where somebody else changed them meanwhile. */
import type { Formats } from '../../lib/formats.ts';
import type { Translator } from '../../lib/texts.ts';
import type { SourceValues } from './source-values.ts';

/** A field whose value is shown as it is typed. */
const typed = <Name extends keyof SourceValues>(name: Name, label: string) => ({
  label,
  show: (values: SourceValues) => String(values[name]),
});

export function sourceWords(t: Translator, formats: Pick<Formats, 'duration'>) {
  const port = t('integrations.field.port');
  return {
    kind: { label: t('integrations.field.kind') },
    name: typed('name', t('common.name')),
    location: { label: t('integrations.field.location') },
    readBy: { label: t('integrations.field.readBy') },
    user: typed('user', t('ui.account.user')),
    password: { label: t('common.password') },
    address: typed('address', t('integrations.field.address')),
    discoveryPrefix: typed('discoveryPrefix', t('integrations.field.prefix')),
    topicValues: { label: t('integrations.topicValues.title') },
    exportsSentries: { label: t('integrations.field.exports') },
    host: typed('host', t('integrations.field.host')),
    port: typed('port', port),
    pollSeconds: {
      label: t('integrations.field.poll'),
      show: ({ pollSeconds }: SourceValues) => formats.duration(Number(pollSeconds) * 1000),
    },
    snmpPort: typed('snmpPort', port),
    version: typed('version', t('integrations.field.version')),
    community: { label: t('integrations.field.community') },
    securityLevel: { label: t('integrations.field.securityLevel') },
    authProtocol: typed('authProtocol', t('integrations.field.authProtocol')),
    privacyProtocol: typed('privacyProtocol', t('integrations.field.privacyProtocol')),
    privacyPassword: { label: t('integrations.field.privacyPassword') },
    token: { label: t('integrations.field.token') },
    removesToken: { label: t('integrations.field.removesToken') },
    values: { label: t('integrations.values.title') },
    modbusPort: typed('modbusPort', port),
    unitId: typed('unitId', t('integrations.field.unitId')),
    registers: { label: t('integrations.values.title') },
    deviceName: typed('deviceName', t('integrations.field.deviceName')),
  };
}
