/**
 * Which catalogs the browser loads together. `start` is loaded with the first page, `shell` with the first that needs a session,
 * `home` with /locations, the others with the pages that name them (src/app/*-route-table.ts). Few files matter as much as few bytes.
 */
import type { Catalogs } from './english.ts';

export const TEXT_GROUPS = {
  start: ['common', 'session', 'service'],
  shell: ['defaults', 'kinds', 'metrics', 'operators', 'sensors', 'shell', 'ui'],
  home: ['alerts', 'overview', 'problems', 'telemetry'],
  locations: [
    'actors',
    'calendar',
    'channels',
    'changes',
    'display',
    'getstarted',
    'history',
    'inbox',
    'locations',
    'maintenance',
    'notifications',
    'sentries',
    'setup',
    'weather',
  ],
  video: ['camera', 'clips', 'retention', 'video'],
  /** Sensors that people own: brokers, discovered devices, adopted sentries. */
  integrations: ['broker', 'discovered', 'integrations'],
  palette: ['palette'],
  policies: ['policies', 'simulation', 'zones'],
  /** Loaded with the schemas of requests, when a form is first edited. */
  forms: ['forms'],
  settings: ['account', 'admin', 'assets', 'audit', 'fields', 'operations', 'profile', 'users'],
} as const satisfies Record<string, readonly (keyof Catalogs)[]>;

export type TextGroup = keyof typeof TEXT_GROUPS;
