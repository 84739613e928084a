import type { BulkResult } from '#contracts/api/envelope.ts';
import { Refusal } from '#contracts/api/errors.ts';
import { fileKey } from '#contracts/api/ids.ts';
import type { AppDetails } from '#contracts/app/events.ts';
import type { AppState } from '#contracts/app/state.ts';
import { appWords } from '#contracts/words/app.en.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import { nthContext } from '#kernel/commands/bulk.ts';
import type { CommandContext } from '#kernel/commands/command-trx.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { say } from '#kernel/platform/say.ts';
import { handleUpdateDetails, openApp } from './commands.ts';
import { fittingTitle, isRefusedApp, readSite, requireStoreAnswer, storeDetails } from './details.ts';

/** Reads what an app's store or site says of it now; a store is asked anew, whatever is remembered. */
const readDetails = async (
  kernel: Pick<Kernel, 'sites' | 'stores' | 'icons'>,
  app: AppState,
): Promise<Partial<AppDetails>> => {
  if (app.store_type === 'web') {
    const site = await readSite(kernel, app.website_url!);
    if (!site) throw new Refusal('StoreLookupUnavailable', appWords.siteSilent);
    const title = fittingTitle(site.title);
    const icon = fileKey.safeParse(site.icon).data;
    return { ...(title ? { title } : {}), ...(icon ? { icon } : {}) };
  }
  const store = app.store_type;
  const found = await requireStoreAnswer(() => kernel.stores.byId(store, app.store_id!, { fresh: true }));
  if (!found) throw new Refusal('AppNotInStore');
  if (isRefusedApp(found)) throw new Refusal('AppRefused');
  return storeDetails(kernel, found);
};

/** The code's own words are for adding an app, where a box can be unticked. */
const silence = (): Refusal => new Refusal('StoreLookupUnavailable', appWords.storeSilent);

/** How long one call goes on asking, in ms. */
const patienceMs = 20_000;

/** Reads apps from their stores and sites again, one after another; a store that is silent is asked no more, nor anyone after 20 s. */
export const syncApps = async (
  kernel: Kernel,
  context: CommandContext,
  principal: Principal,
  appIds: readonly string[],
): Promise<BulkResult> => {
  const end = performance.now() + patienceMs;
  const silent = new Set<string>();

  const detailsOf = async (app: AppState): Promise<Partial<AppDetails>> => {
    if (silent.has(app.store_type) || performance.now() > end) throw silence();
    try {
      return await readDetails(kernel, app);
    } catch (error) {
      const isSilent = error instanceof Refusal && error.code === 'StoreLookupUnavailable';
      if (!isSilent || app.store_type === 'web') throw error;
      silent.add(app.store_type);
      throw silence();
    }
  };

  const syncOne = async (appId: string, own: CommandContext): Promise<string[]> => {
    const { data: app } = await runCommand(kernel, { ...own, idempotency: null }, async (trx) => ({
      status: 200,
      data: (await openApp(trx, principal, appId, 'app.settings')).app.state,
    }));
    const details = await detailsOf(app);
    const { data } = await runCommand(kernel, own, (trx) => handleUpdateDetails(trx, principal, appId, details));
    return data.changed ? [appId] : [];
  };

  const result: BulkResult = { changed: [], refused: [] };
  let first: Refusal | null = null;
  for (const [index, id] of appIds.entries()) {
    try {
      result.changed.push(...(await syncOne(id, nthContext(context, index))));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      first ??= error;
      result.refused.push({ id, code: error.code, message: say(error.said) });
    }
  }
  // What was read and is as it was counts as done.
  if (first && result.refused.length === appIds.length) throw first;
  return result;
};
