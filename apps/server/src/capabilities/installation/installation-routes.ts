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
  add('GET /installation/mail', async ({ actor, check }) => {
    const settings = await getMailSettings(contextOf(platform, actor));
    check(settings);
    return settings;
  });
  add('PUT /installation/mail', ({ actor, body, check }) => setMailServer(contextOf(platform, actor), body, check));
  add('DELETE /installation/mail', ({ actor, check }) => removeMailServer(contextOf(platform, actor), check));
  add('POST /installation/mail/test', ({ actor }) => testMailServer(contextOf(platform, actor)));
  add('GET /installation/heartbeat', ({ actor, check }) => {
    const settings = getHeartbeatSettings(contextOf(platform, actor), ports);
    check(settings);
    return settings;
  });
  add('PUT /installation/heartbeat', ({ actor, body, check }) =>
    setHeartbeat(contextOf(platform, actor), ports, body, check),
  );
  add('DELETE /installation/heartbeat', ({ actor, check }) =>
    removeHeartbeat(contextOf(platform, actor), ports, check),
  );
  add('POST /installation/heartbeat/ping', ({ actor }) => pingHeartbeat(contextOf(platform, actor), ports));
}
