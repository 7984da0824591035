/** The settings of the installation, with the hosts that its administrators allowed. */
import { installationHosts } from '../capabilities/notifications/index.ts';
import {
  createInstallationSettings,
  type InstallationSettings,
  type SettingsParts,
} from '../platform/settings/installation-settings.ts';

/** Begins with what the environment sets; `load` adds what the database holds, once it is migrated. */
export const openInstallationSettings = (parts: SettingsParts): InstallationSettings =>
  createInstallationSettings(parts, () => installationHosts(parts));
