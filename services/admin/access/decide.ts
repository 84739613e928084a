import { Refusal } from '#contracts/api/errors.ts';
import type { UserEvent } from '#contracts/user/events.ts';
import { cancelledEmailChange, type UserState } from '#contracts/user/state.ts';
import { factorWords } from '#contracts/words/factors.en.ts';
import { staffWords } from '#contracts/words/staff.en.ts';

/** What staff can ask about how somebody gets in; the reason comes as a reference. */
export type AccessCommand = {
  type: 'ResetFactors' | 'EndSessions' | 'Disable' | 'Enable';
  reason_ref: string;
};

/**
 * Decides what staff change about how somebody gets in; whatever ends sessions also ends an open change of the address, for
 * which one of them asked. Staff are not disabled: who may remove them is the operator.
 */
export const decideAccess = ({ type, reason_ref }: AccessCommand, user: UserState): UserEvent[] => {
  const data = { reason_ref };
  if (user.phase !== 'member')
    throw new Refusal('NotFound', type === 'ResetFactors' ? factorWords.staffResetMembers : staffWords.accessOfMembers);
  switch (type) {
    case 'ResetFactors':
      return [
        { type: 'UserFactorsReset', data },
        ...(user.social ?? []).map((provider): UserEvent => ({ type: 'UserSocialUnlinked', data: { provider } })),
        ...cancelledEmailChange(user),
      ];
    case 'EndSessions':
      return [{ type: 'UserSessionsEnded', data }, ...cancelledEmailChange(user)];
    case 'Disable':
      if (user.staff) throw new Refusal('PermissionDenied', staffWords.neverOfStaff);
      if (user.disabled) throw new Refusal('Conflict', staffWords.disabledAlready);
      return [{ type: 'UserDisabled', data }, ...cancelledEmailChange(user)];
    case 'Enable':
      if (!user.disabled) throw new Refusal('Conflict', staffWords.enabledAlready);
      return [{ type: 'UserEnabled', data }];
  }
};
