import type { Role } from '#contracts/api/roles.ts';
import { t } from '../../words/t.ts';
import { teamWords } from '../../words/team.en.ts';

/** What each role may do, where it is chosen. */
export const roleTexts: Readonly<Record<Role, string>> = {
  account_owner: t(teamWords.ownerText),
  app_owner: t(teamWords.appOwnerText),
  story_creator: t(teamWords.creatorText),
  brodcaster: t(teamWords.broadcasterText),
};
