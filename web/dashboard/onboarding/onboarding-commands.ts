import type { Profile } from '#contracts/account/events.ts';
import { asCommand, http } from '../api/http.ts';

/** What the last step of the onboarding comes to: the person, the account, and the app that was added, if one was. */
export interface FinishedOnboarding {
  user: { firstname: string; lastname: string };
  account: { name: string; employee_size: string | null; country: string | null };
  app: Pick<Profile, 'app_id' | 'store_type' | 'is_the_app_live_in_store'> | null;
}

/** The acts of the onboarding, one method each, loaded with it: they are done once in a person's life. All throw ApiError. */
export const onboardingCommands = {
  /** Closes the onboarding for the person, wherever they sign in. */
  endOnboarding: (key: string) => http.patch<{ id: string }>('/user', { onboarded: true }, asCommand(key)),
  /** Saves what the last step asks for; the person comes last, so that what failed can be tried again. */
  finishOnboarding: async ({ user, account, app }: FinishedOnboarding, key: string) => {
    await http.patch('/account', account, asCommand(`${key}/account`));
    const profile = await http.get<Profile>('/account/profile');
    // What the sign-up asked stays as it was answered; a list of viewers is no matter of the onboarding.
    const answered = app && !profile.app_id ? { ...profile, ...app } : profile;
    if (!app || !profile.already_created) {
      const data = app ? { ...answered, already_created: true } : answered;
      await http.put('/account/profile', { data }, asCommand(`${key}/profile`));
    }
    await http.patch('/user', { ...user, onboarded: true }, asCommand(`${key}/user`));
  },
} as const;
