/** Shows what a link in a message would do; opening it acts on nothing. */
import type { ActionLinkOut } from '@picket/contracts/types';
import type { Platform } from '../../../platform/platform.ts';
import { openLink, toActionLink } from './open-link.ts';

/** A refusal goes to the log of the server, not to the audit log: opening a link does nothing, and anybody with an old one may do it again and again. */
export const getActionLink = async (platform: Platform, token: string, address: string): Promise<ActionLinkOut> =>
  toActionLink(
    platform,
    await openLink(platform, token, address, async (message, why) =>
      platform.log.info({ address, message: message.guid, why }, 'action link refused'),
    ),
  );
