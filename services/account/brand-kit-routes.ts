import { type BrandKit, brandKit, emptyBrandKit, withLogos } from '#contracts/account/brand-kit.ts';
import type { AccountState } from '#contracts/account/state.ts';
import { success } from '#contracts/api/envelope.ts';
import { mediaKeyOf, mediaPath } from '#contracts/api/media-files.ts';
import { accountWords } from '#contracts/words/account.en.ts';
import { type CommandTrx, stillMay } from '#kernel/commands/command-trx.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { load, save } from '#kernel/commands/streams.ts';
import { loadStream } from '#kernel/event-store/read.ts';
import { sendAnswer } from '#kernel/http/answer.ts';
import { principalOf } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import { resolvePictures } from '#kernel/media/media.ts';
import { decideAccount } from './decide.ts';

/** A brand kit with the keys of its logos: uploads of the account, or those that it has already. */
const storedKit = async (trx: CommandTrx, account: AccountState, sent: BrandKit): Promise<BrandKit> => {
  // What is no address of an upload has no key either: that a side is empty must not let it pass.
  const held = new Set(Object.values((account.brand_kit ?? emptyBrandKit).logo).filter((key) => key !== null));
  const added = Object.entries(sent.logo).flatMap(([side, url]) =>
    url === null || held.has(mediaKeyOf(url) ?? '') ? [] : [{ url, path: `logo.${side}` }],
  );
  if (added.length > 0) await resolvePictures(trx, account.id, added);
  return withLogos(sent, (url) => mediaKeyOf(url)!);
};

/** What the designs of an account have in common. */
export const brandKitRoutes: Routes = (server, kernel) => {
  const answered = (kit: BrandKit): BrandKit => withLogos(kit, (key) => kernel.config.MEDIA_URL + mediaPath(key));

  server.route({
    method: 'GET',
    url: '/api/account/brand_kit',
    config: { policy: { caller: 'user', act: 'storyGroup.edit', login_as: true } },
    schema: { summary: 'Retrieve the brand kit', tags: ['Account'], response: { 200: success(brandKit) } },
    handler: async (request) => {
      const { account_id } = principalOf(request);
      const { state } = await loadStream<AccountState>(kernel.db.pool, `account-${account_id}`);
      return { data: answered(state.brand_kit ?? emptyBrandKit) };
    },
  });

  server.route({
    method: 'PUT',
    url: '/api/account/brand_kit',
    config: { policy: { caller: 'user', act: 'account.change', login_as: true }, command: true },
    schema: {
      summary: 'Set the brand kit',
      description: 'Replaces it whole. Logos are your uploads.',
      tags: ['Account'],
      body: brandKit,
      response: { 200: success(brandKit) },
    },
    handler: async (request, reply) => {
      const { principal, context } = request.command!;
      const answer = await runCommand(kernel, context, async (trx) => {
        const { account_id } = await stillMay(trx, principal, 'account.change');
        const account = await load<AccountState>(trx, `account-${account_id}`);
        const brand_kit = await storedKit(trx, account.state, request.body);
        const { state } = await save(trx, account, decideAccount({ type: 'SetBrandKit', brand_kit }, account.state));
        const data = answered(state.brand_kit ?? emptyBrandKit);
        return { status: 200, data, message: accountWords.brandKitSaved };
      });
      return sendAnswer(reply, answer);
    },
  });
};
