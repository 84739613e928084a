import type { UnixSeconds } from '../time.ts';

/** Whether an invitation holds a seat: until its link has ended, also while the mail with the link is on its way. */
export const holdsSeat = (ts_invitation_end: UnixSeconds | null, now: UnixSeconds): boolean =>
  ts_invitation_end === null || ts_invitation_end > now;
