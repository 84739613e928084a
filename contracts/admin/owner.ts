import { z } from 'zod';
import { id, unixSeconds } from '../api/ids.ts';
import { email } from '../user/commands.ts';
import { staffReason } from './access.ts';

/** How long a proposal waits for its answer, in seconds. */
export const proposalSeconds = 7 * 86_400;

/** POST /admin/account/owner: a person of the account, or an address to invite where nobody is left. */
export const proposeOwnerBody = z.strictObject({
  account_id: id,
  user_id: id.optional(),
  email: email.optional(),
  reason: staffReason,
});
export type ProposeOwner = z.infer<typeof proposeOwnerBody>;
/** POST /admin/account/owner/agree and /turn_down. */
export const answerProposalBody = z.strictObject({ account_id: id, proposal_id: id, reason: staffReason });
export type AnswerProposal = z.infer<typeof answerProposalBody>;
/** What all of them answer. */
export const ownerAnswer = z.object({ account_id: id, proposal_id: id, version: z.int() });

/** Who is proposed as the owner of an account, by whom of staff, and why. */
export const ownerProposalRow = z.object({
  id,
  user_id: id,
  name: z.string(),
  email: z.string(),
  /** Is invited by the email once a second member of staff agrees. */
  invited: z.boolean(),
  staff: z.object({ id, name: z.string() }),
  reason: z.string(),
  ts_expires: unixSeconds,
});
export type OwnerProposalRow = z.infer<typeof ownerProposalRow>;
