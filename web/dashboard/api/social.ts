import type { SocialBody } from '#contracts/user/social.ts';
import { ticketHead, unknownPerson } from '#contracts/user/social-answers.ts';
import type { SocialProvider } from '#contracts/user/social-providers.ts';
import { answerOf, failureOf } from './http.ts';
import { type SignInAnswer, type StepAsked, takeSignIn } from './sign-in.ts';

/** What a social sign-in comes to: done (`asked` and `unknown` are not there), a second step, or somebody who has no account here. */
export interface SocialAnswer {
  asked?: StepAsked;
  unknown?: true;
  /** What stands for the person until they are signed in. */
  ticket: string;
}

/** Signs a person in for all tabs by what a provider has sent them back with, or by a ticket; throws ApiError. */
export async function socialSignIn(provider: SocialProvider, body: SocialBody): Promise<SocialAnswer> {
  const answer = await answerOf('POST', `/${provider}_login`, { body, auth: 'none', inCookie: true });
  const said: unknown = await answer.json().catch(() => null);
  const ticket = answer.headers.get(ticketHead) ?? '';
  if (answer.ok) {
    const asked = takeSignIn((said as { data: SignInAnswer }).data);
    return asked ? { asked, ticket } : { ticket };
  }
  const error = failureOf(answer.status, said);
  if (error.code === unknownPerson[provider]) return { unknown: true, ticket };
  if (error.code === 'PhoneNumberRequired') return { asked: { methods: [], sent: false }, ticket };
  throw error;
}
