/** All English catalogs: their types are those of every language. The browser loads them in groups (groups.ts). Those that messages have as well are in packages/i18n. */
import { SHARED_ENGLISH } from '@picket/i18n/shared-catalogs';
import account from './en/account.ts';
import admin from './en/admin.ts';
import alerts from './en/alerts.ts';
import assets from './en/assets.ts';
import audit from './en/audit.ts';
import broker from './en/broker.ts';
import calendar from './en/calendar.ts';
import camera from './en/camera.ts';
import channels from './en/channels.ts';
import clips from './en/clips.ts';
import common from './en/common.ts';
import discovered from './en/discovered.ts';
import display from './en/display.ts';
import fields from './en/fields.ts';
import forms from './en/forms.ts';
import getstarted from './en/getstarted.ts';
import history from './en/history.ts';
import inbox from './en/inbox.ts';
import integrations from './en/integrations.ts';
import kinds from './en/kinds.ts';
import locations from './en/locations.ts';
import maintenance from './en/maintenance.ts';
import notifications from './en/notifications.ts';
import operations from './en/operations.ts';
import overview from './en/overview.ts';
import palette from './en/palette.ts';
import policies from './en/policies.ts';
import profile from './en/profile.ts';
import retention from './en/retention.ts';
import sensors from './en/sensors.ts';
import sentries from './en/sentries.ts';
import service from './en/service.ts';
import session from './en/session.ts';
import setup from './en/setup.ts';
import shell from './en/shell.ts';
import simulation from './en/simulation.ts';
import telemetry from './en/telemetry.ts';
import ui from './en/ui.ts';
import users from './en/users.ts';
import video from './en/video.ts';
import weather from './en/weather.ts';
import zones from './en/zones.ts';

export const english = {
  ...SHARED_ENGLISH,
  account,
  admin,
  alerts,
  assets,
  audit,
  broker,
  calendar,
  camera,
  channels,
  clips,
  common,
  discovered,
  display,
  fields,
  forms,
  getstarted,
  history,
  inbox,
  integrations,
  kinds,
  locations,
  maintenance,
  notifications,
  operations,
  overview,
  palette,
  policies,
  profile,
  retention,
  sensors,
  sentries,
  service,
  session,
  setup,
  shell,
  simulation,
  telemetry,
  ui,
  users,
  video,
  weather,
  zones,
};

export type Catalogs = typeof english;
