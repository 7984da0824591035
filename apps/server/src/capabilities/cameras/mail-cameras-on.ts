import type { Tx } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { queueMail } from '../mail/index.ts';
import { listLocationAdministrators, textsFor } from '../users/index.ts';

/** Mails the other administrators of a location that its cameras, which were off, are on. */
export async function mailCamerasOn(
  ctx: Ctx<UserActor>,
  tx: Tx,
  location: { readonly guid: string; readonly name: string },
): Promise<void> {
  for (const user of await listLocationAdministrators(tx.prisma, ctx.actor.tenant, location.guid)) {
    if (user.guid === ctx.actor.guid) continue;
    const t = textsFor(user);
    const names = { by: ctx.actor.name, location: location.name, tenant: user.tenant.name };
    await queueMail(
      ctx,
      tx,
      { tenant: user.tenantGuid, recipient: user.email },
      {
        locale: t.locale,
        subject: t('mails.cameraOnSubject', { location: location.name }),
        paragraphs: [t('mails.cameraOn', names)],
        note: t('mails.cameraOnNote'),
      },
    );
  }
}
