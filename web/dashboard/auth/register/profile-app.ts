import { isRefusedProfile } from '#contracts/account/refused-profile.ts';
import type { FoundApp } from '#contracts/api/store.ts';
import { mobileStores, storeQuestion } from '#contracts/api/store-question.ts';
import { refusalWords } from '#contracts/words/refusals.en.ts';
import { ApiError } from '../../api/error.ts';
import { keepApps, lookUp, type StoreInquiry } from '../../settings/add-app/store-lookup.ts';
import { authWords } from '../../words/auth.en.ts';
import { t } from '../../words/t.ts';
import type { Checked, Typed } from '../auth-forms.ts';

type Named = Pick<Typed<'profile'>, 'is_the_app_live_in_store' | 'store_type' | 'app_id'>;

/** Where the stores are asked before there is a session. */
export const lookupRoute = '/registration/find_app';

/** What the answers ask of the stores; null while they name no app that is live in one. */
export function inquiryOf({ is_the_app_live_in_store: live, store_type, app_id }: Named): StoreInquiry | null {
  const question = storeQuestion(app_id);
  if (live !== 'yes' || store_type === 'web' || !question) return null;
  const chosen = mobileStores.find((store) => store === store_type) ?? null;
  // Digits are Apple's, and so on: what is typed says more than what was chosen.
  return 'app_name' in question
    ? { ...question, store_type: chosen }
    : { store_id: question.store_id, store_type: question.store_type ?? chosen };
}

const atField = (message: string) => new ApiError(422, 'Invalid', message, [{ path: 'app_id', message }]);

/** The answers as they are sent, with the app as its store knows it; throws what is to be said at its field. */
export async function withFoundApp(answers: Checked<'profile'>): Promise<Checked<'profile'>> {
  if (isRefusedProfile(answers)) throw new ApiError(422, 'AppRefused', t(refusalWords.AppRefused));
  const inquiry = inquiryOf(answers);
  if (!inquiry) return answers;
  const [app, ...others] = await lookUp(inquiry, lookupRoute);
  if (!app) throw atField(t(refusalWords.AppNotInStore));
  if (others.length > 0) throw atField(t(authWords.appNotChosen));
  return { ...answers, app_id: app.store_id, store_type: app.store_type };
}

/** Keeps an app that was found as the answer to asking for it alone, so that it need not be asked for again. */
export function keepFound(app: FoundApp): void {
  const { store_id, store_type } = app;
  keepApps({ store_id, store_type }, [app]);
}
