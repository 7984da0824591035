import { contextOf } from '../../platform/http/context.ts';
import type { AddRoute } from '../../platform/http/routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { getHeartbeatSettings, type InstallationPorts } from './get-heartbeat-settings.ts';
import { getMailSettings } from './get-mail-settings.ts';
import { pingHeartbeat } from './ping-heartbeat.ts';
import { removeHeartbeat } from './remove-heartbeat.ts';
import { removeMailServer } from './remove-mail-server.ts';
import { setHeartbeat } from './set-heartbeat.ts';
import { setMailServer } from './set-mail-server.ts';
import { testMailServer } from './test-mail-server.ts';

export function installationRoutes(add: AddRoute, platform: Platform, ports: InstallationPorts): void {
  add('GET /installation/mail', ({ actor }) => getMailSettings(contextOf(platform, actor)));
  add('PUT /installation/mail', ({ actor, body }) => setMailServer(contextOf(platform, actor), body));
  add('DELETE /installation/mail', ({ actor }) => removeMailServer(contextOf(platform, actor)));
  add('POST /installation/mail/test', ({ actor }) => testMailServer(contextOf(platform, actor)));
  add('GET /installation/heartbeat', ({ actor }) => getHeartbeatSettings(contextOf(platform, actor), ports));
  add('PUT /installation/heartbeat', ({ actor, body }) => setHeartbeat(contextOf(platform, actor), ports, body));
  add('DELETE /installation/heartbeat', ({ actor }) => removeHeartbeat(contextOf(platform, actor)));
  add('POST /installation/heartbeat/ping', ({ actor }) => pingHeartbeat(contextOf(platform, actor), ports));
}
