import { page } from '#contracts/api/envelope.ts';
import { Refusal } from '#contracts/api/errors.ts';
import { mayRefer } from '#contracts/api/plans.ts';
import { referralQuery, referredCompany } from '#contracts/api/referral.ts';
import { toSeconds } from '#contracts/time.ts';
import { accountWords } from '#contracts/words/account.en.ts';
import { principalOf } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import type { Config } from '#kernel/platform/config.ts';
import { readAccount } from './people.ts';
import { listReferrals } from './referrals.ts';

const pageSize = 50;

/** Where somebody signs up with a code: the page fills it in. */
export const referralLink = ({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>, code: string): string =>
  `${PUBLIC_URL}/register?referral=${code}`;

/** GET /account/referral: who came with the account's code. */
export const referralListRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'GET',
    url: '/api/account/referral',
    config: { policy: { caller: 'user', act: 'referral.view', login_as: true } },
    schema: {
      summary: 'List the companies that signed up with your referral code',
      description:
        'Newest first, once an email of theirs is verified. Answers 403 FeatureNotAvailable unless the payment status is 1, 4, 5 or 9.',
      tags: ['Account'],
      querystring: referralQuery,
      response: { 200: page(referredCompany) },
    },
    handler: async (request) => {
      const accountId = principalOf(request).account_id;
      const account = await readAccount(kernel.db, accountId, toSeconds(kernel.now()));
      if (!mayRefer(account)) throw new Refusal('FeatureNotAvailable', accountWords.noReferrals);
      const { limit = pageSize, offset = 0 } = request.query;
      const { referral_token: code } = account;
      if (code === null) return { data: [], total: 0 };
      const { rows, total } = await listReferrals(kernel.db, { accountId, code, limit, offset });
      return { data: rows, total };
    },
  });
};
