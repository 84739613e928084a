import { refusalWords } from '#contracts/words/refusals.en.ts';
import { t } from '../../words/t.ts';

/** What a disabled action says to someone whose role does not allow it: the server's own words. */
export const permissionText = t(refusalWords.PermissionDenied);
