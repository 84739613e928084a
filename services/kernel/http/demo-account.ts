import type { FastifyRequest } from 'fastify';
import { Refusal } from '#contracts/api/errors.ts';
import { fill } from '#contracts/words/phrase.ts';
import { requestWords } from '#contracts/words/requests.en.ts';
import type { Config } from '../platform/config.ts';
import type { Secrets } from '../platform/secrets.ts';
import { isLocalCaller } from './local-caller.ts';

/** The id of the demo account: the same in every installation, so that it is recognised. */
export const demoAccount = '019b76da-a800-711f-9a34-d00b6c4ead8e';

/** The address of the demo's member of staff before it was of this installation alone. */
export const earlierDemoStaff = 'sam@storyrail.example';

/** The address of the demo's member of staff, which nobody knows who has not seen this installation's sign-ins. */
export const demoStaff = (secrets: Pick<Secrets, 'keyed'>): string =>
  `sam.${secrets.keyed('demo-staff', earlierDemoStaff).slice(0, 8)}@storyrail.example`;

/** Refuses somebody of the demo who does not ask on this machine itself. `who`: the account, and what was typed, if anything. */
export const requireLocalDemo = async (
  kernel: { config: Pick<Config, 'local'>; secrets: Pick<Secrets, 'keyed'> },
  request: FastifyRequest,
  who: { account_id: string; email?: string },
): Promise<void> => {
  const staff = who.email !== undefined && [earlierDemoStaff, demoStaff(kernel.secrets)].includes(who.email);
  if (who.account_id !== demoAccount && !staff) return;
  if (!(await isLocalCaller(kernel.config, request)))
    throw new Refusal('PermissionDenied', fill(requestWords.demoIsLocal, { hint: requestWords.localOnly }));
};
