import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { type SdkRelease, sdkReleaseBody } from '#contracts/admin/sdk-release.ts';
import { success } from '#contracts/api/envelope.ts';
import { invalidField } from '#contracts/api/errors.ts';
import { staffWords } from '#contracts/words/staff.en.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import { type CommandTrx, withContext } from '#kernel/commands/command-trx.ts';
import { appendFacts, monthlyStream } from '#kernel/commands/fact-stream.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { claim } from '#kernel/db/claims.ts';
import { sendAnswer } from '#kernel/http/answer.ts';
import { commandContext, principalOf } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import { enqueueEffect } from '#kernel/jobs/outbox.ts';
import { currentStaff } from '../current-staff.ts';
import { sameVersion } from './decide.ts';

const announce = async (trx: CommandTrx, principal: Principal, release: SdkRelease) => {
  const { user_id, account_id } = await currentStaff(trx, principal);
  const release_id = uuidv7();
  if (!(await claim(trx, 'sdk_release', `${release.platform} ${sameVersion(release.version)}`, release_id)))
    throw invalidField('version', staffWords.sdkAnnouncedBefore);
  const stream = monthlyStream('operation', account_id, trx.context.now);
  const [recorded] = await appendFacts(withContext(trx, { account_id }), stream, [
    { type: 'SdkReleaseAnnounced', data: { user_id, release_id, ...release } },
  ]);
  await enqueueEffect(trx, recorded!.meta.event_id, 'sdk_release', {});
  return { status: 201, data: { id: release_id }, message: staffWords.sdkAnnounced };
};

/** POST /admin/sdk_release: tells owners and app owners whose apps used an older SDK. */
export const sdkReleaseRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'POST',
    url: '/api/admin/sdk_release',
    config: { policy: { caller: 'staff' }, command: true },
    schema: {
      summary: 'Announce a release of the SDK',
      description:
        'Tells account owners and app owners whose apps used an older version in the last 30 days, once per platform and version.',
      tags: ['Admin'],
      body: sdkReleaseBody,
      response: { 201: success(z.object({ id: z.string() })) },
    },
    handler: async (request, reply) => {
      const work = runCommand(kernel, commandContext(request, kernel), (trx) =>
        announce(trx, principalOf(request), request.body),
      );
      return sendAnswer(reply, await work);
    },
  });
};
