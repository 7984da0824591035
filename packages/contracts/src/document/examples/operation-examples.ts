/** An example of each operation. `npm run reference` records them from a running server. */
import type { EndpointKey } from '../../endpoints.ts';
import alerts from './alerts.json' with { type: 'json' };
import assets from './assets.json' with { type: 'json' };
import audit from './audit.json' with { type: 'json' };
import auth from './auth.json' with { type: 'json' };
import demo from './demo.json' with { type: 'json' };
import device from './device.json' with { type: 'json' };
import integrations from './integrations.json' with { type: 'json' };
import live from './live.json' with { type: 'json' };
import locations from './locations.json' with { type: 'json' };
import notifications from './notifications.json' with { type: 'json' };
import operations from './operations.json' with { type: 'json' };
import policies from './policies.json' with { type: 'json' };
import prometheus from './prometheus.json' with { type: 'json' };
import sensors from './sensors.json' with { type: 'json' };
import sentries from './sentries.json' with { type: 'json' };
import telemetry from './telemetry.json' with { type: 'json' };
import tenant from './tenant.json' with { type: 'json' };
import tenants from './tenants.json' with { type: 'json' };
import users from './users.json' with { type: 'json' };
import video from './video.json' with { type: 'json' };
import views from './views.json' with { type: 'json' };
import zones from './zones.json' with { type: 'json' };

export interface OperationExample {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly response?: unknown;
}

/** By row, in one file for each tag of the endpoint table. */
const EXAMPLES: Readonly<Partial<Record<EndpointKey, OperationExample>>> = {
  ...alerts,
  ...assets,
  ...audit,
  ...auth,
  ...demo,
  ...device,
  ...integrations,
  ...live,
  ...locations,
  ...notifications,
  ...operations,
  ...policies,
  ...prometheus,
  ...sensors,
  ...sentries,
  ...telemetry,
  ...tenant,
  ...tenants,
  ...users,
  ...video,
  ...views,
  ...zones,
};

/** Empty where there is none yet. */
export const exampleOf = (key: EndpointKey): OperationExample => EXAMPLES[key] ?? {};
