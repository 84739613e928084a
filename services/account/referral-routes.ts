import { z } from 'zod';
import { referralCheck } from '#contracts/account/commands.ts';
import { success } from '#contracts/api/envelope.ts';
import { accountWords } from '#contracts/words/account.en.ts';
import { referrerOf } from '#kernel/db/referral-token.ts';
import { limitNetwork } from '#kernel/http/network-limit.ts';
import type { Routes } from '#kernel/http/types.ts';
import { say } from '#kernel/platform/say.ts';

/** How many times LIMIT_SIGN_IN one network may check codes: who guesses one learns that it exists, not whose it is. */
const checksBehindAddress = 3;

/** POST /account/referral_check: whether a code is one, for people who are about to sign up. */
export const referralRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'POST',
    url: '/api/account/referral_check',
    onRequest: limitNetwork('referral', checksBehindAddress)(kernel),
    config: { policy: { caller: 'anyone' } },
    schema: {
      summary: 'Check a referral code',
      tags: ['Sign-in'],
      body: referralCheck,
      response: { 200: success(z.object({ valid: z.boolean() })) },
    },
    handler: async (request) => {
      const valid = (await referrerOf(kernel.db, request.body.referral)) !== null;
      return { data: { valid }, message: say(valid ? accountWords.correctCode : accountWords.wrongCode) };
    },
  });
};
