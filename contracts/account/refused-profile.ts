import { isRefusedHost, isRefusedStoreId } from '../api/refused-apps.ts';
import { storeQuestion } from '../api/store-question.ts';
import type { Profile } from './events.ts';

const isRefusedSite = (typed: string): boolean => {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`;
  return URL.canParse(address) && isRefusedHost(new URL(address).hostname);
};

/** Whether what a person named as their app or site, by id, link or address, belongs to a company whose apps are refused. */
export const isRefusedProfile = ({ app_id, store_type }: Pick<Profile, 'app_id' | 'store_type'>): boolean => {
  const typed = app_id?.trim() ?? '';
  if (store_type === 'web') return isRefusedSite(typed);
  const question = storeQuestion(typed);
  return isRefusedStoreId(question && 'store_id' in question ? question.store_id : typed);
};
