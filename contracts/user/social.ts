import { z } from 'zod';
import { socialWords } from '../words/social.en.ts';
import { sayFault } from '../words/worded.ts';
import { registration } from './commands.ts';
import { passkeyAnswer } from './factors.ts';
import { secondStep } from './sign-in.ts';
import { socialProviders } from './social-providers.ts';

const { name, gdpr, profile, package_id, referral_token, appsumo_token, time_zone } = registration.shape;
const shape = {
  token: z
    .string()
    .min(1)
    .max(6000)
    .meta({ description: "An ID token that the provider made for this installation's client, or a ticket." })
    .optional(),
  code: z.string().min(1).max(2000).meta({ description: 'The authorization code, with `state`.' }).optional(),
  state: z.string().min(1).max(200).optional(),
  iss: z.string().min(1).max(200).meta({ description: 'The issuer, where the provider names it.' }).optional(),
  name: name.optional(),
  gdpr: gdpr.optional(),
  profile,
  package_id,
  referral_token,
  appsumo_token,
  time_zone,
  ...secondStep,
  // Its shape is in the document once, at POST /login.
  passkey: z
    .unknown()
    .pipe(passkeyAnswer)
    .meta({ description: 'The answer to the options of POST /login/passkey, as POST /login takes it.' })
    .optional(),
};
const access_token = z
  .string()
  .min(1)
  .max(6000)
  .meta({ description: "An access token that the provider made for this installation's client." })
  .optional();

const proof = (
  body: {
    token?: string | undefined;
    access_token?: string | undefined;
    code?: string | undefined;
    state?: string | undefined;
  },
  context: z.RefinementCtx,
) => {
  const given = [body.token, body.access_token, body.code].filter((one) => one !== undefined);
  if (given.length !== 1)
    context.addIssue({ code: 'custom', path: ['token'], message: sayFault(socialWords.oneProof) });
  if (body.code !== undefined && body.state === undefined)
    context.addIssue({ code: 'custom', path: ['state'], message: sayFault(socialWords.stateMissing) });
};

/** POST /google_login and /linkedin_login: who it is, what an account needs that is not there yet, and the second step. */
export const socialBodies = {
  google: z.strictObject(shape).superRefine(proof),
  linkedin: z.strictObject({ ...shape, access_token }).superRefine(proof),
};
export type SocialBody = z.infer<typeof socialBodies.linkedin>;
/** POST /user/social: what a provider has sent the person back with. */
export const connectSocial = z.strictObject({
  provider: z.enum(socialProviders),
  code: shape.code.unwrap(),
  state: shape.state.unwrap(),
  iss: shape.iss,
});
/** What begins a sign-in with a provider: the address at which it asks the person. */
export const socialStart = z.object({ url: z.string() });
