import { z } from 'zod';
import { id, unixSeconds } from '../api/ids.ts';
import type { EventsOf } from '../event.ts';

const ref = z.uuid();
/** How an account whose last owner is gone gets a new one: one member of staff proposes, a second one answers. */
export const ownerEvents = {
  /** `user_id` is of the account; with `invited` it is who will be invited by the address. */
  OwnerProposed: z.object({
    proposal_id: id,
    staff_id: id,
    user_id: id,
    invited: z.boolean(),
    email_ref: ref,
    reason_ref: ref,
    ts_expires: unixSeconds,
  }),
  OwnerProposalAgreed: z.object({ proposal_id: id, user_id: id, email_ref: ref, reason_ref: ref }),
  OwnerProposalTurnedDown: z.object({ proposal_id: id, email_ref: ref, reason_ref: ref }),
};
export type OwnerEvent = EventsOf<typeof ownerEvents>;

/** A proposal that nobody has answered; it may have expired. */
export interface OwnerProposal {
  id: string;
  /** Who of staff made it. */
  staff_id: string;
  user_id: string;
  invited: boolean;
  email_ref: string;
  reason_ref: string;
  ts_expires: number;
}
