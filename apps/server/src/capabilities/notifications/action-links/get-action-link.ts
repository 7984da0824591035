/** Shows what a link in a message would do; opening it acts on nothing. */
import type { ActionLinkOut } from '@picket/contracts/types';
import type { Platform } from '../../../platform/platform.ts';
import { openLink, toActionLink } from './open-link.ts';

export const getActionLink = async (platform: Platform, token: string, address: string): Promise<ActionLinkOut> =>
  toActionLink(platform, await openLink(platform, token, address));
