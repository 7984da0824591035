/** What commands of integrations need of other capabilities; connected in app/. */
import type { SensorPorts } from '../sensors/index.ts';
import type { OnSentryChanged } from '../sentries/index.ts';

export interface IntegrationPorts {
  readonly onSentryChanged: OnSentryChanged;
  readonly sensors: SensorPorts;
}
