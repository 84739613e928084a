import { Refusal } from '#contracts/api/errors.ts';
import { isRefusedStoreId } from '#contracts/api/refused-apps.ts';
import type { FindAppQuery, FoundApp } from '#contracts/api/store.ts';
import { type MobileStore, mobileStores, storeQuestion } from '#contracts/api/store-question.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { StoreApp } from '#kernel/outbound/stores/store-app.ts';
import { sameSecret } from '#kernel/platform/secrets.ts';
import { isRefusedApp, requireStoreAnswer } from './details.ts';

/** The path that shows the picture of a found app. */
export const iconPath = '/api/app/icon';

const iconSeal = (kernel: Pick<Kernel, 'secrets'>, url: string): string => kernel.secrets.keyed('app-icon', url);

/** An address of this product that shows a picture of a store. Only pictures that a store has named get one. */
const iconAddress = (kernel: Pick<Kernel, 'config' | 'secrets'>, url: string): string =>
  `${kernel.config.PUBLIC_URL}${iconPath}?${new URLSearchParams({ url, seal: iconSeal(kernel, url) })}`;

/** Whether this product gave out the address of a picture. */
export const isOwnIcon = (kernel: Pick<Kernel, 'secrets'>, url: string, seal: string): boolean =>
  sameSecret(seal, iconSeal(kernel, url));

const asFound = (kernel: Pick<Kernel, 'config' | 'secrets'>, { bundle_id: _, ...app }: StoreApp): FoundApp => ({
  ...app,
  icon: app.icon && iconAddress(kernel, app.icon),
});

/** The stores that are asked: the named one, the one that the id fits, or both. */
const storesFor = (kind: MobileStore | null, named: MobileStore | undefined): readonly MobileStore[] => {
  if (named) return [named];
  return kind ? [kind] : mobileStores;
};

/** Asks several stores at once; fails only when all of them did. */
const fromAll = async (asking: readonly Promise<StoreApp[]>[]): Promise<StoreApp[]> => {
  const answers = await Promise.allSettled(asking);
  const good = answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  if (good.length === 0 && answers[0]?.status === 'rejected') throw answers[0].reason;
  return good.flat();
};

const byId = (kernel: Pick<Kernel, 'stores'>, store: MobileStore, id: string): Promise<StoreApp[]> =>
  requireStoreAnswer(async () => [await kernel.stores.byId(store, id)].filter((app) => app !== null));

/** Apps that a store has under an id or a name, the best first. Refused apps are refused by id and left out by name. */
export const findApps = async (
  kernel: Pick<Kernel, 'stores' | 'config' | 'secrets'>,
  query: FindAppQuery,
): Promise<FoundApp[]> => {
  if (query.app_name !== undefined) {
    const name = query.app_name.trim();
    const asking = storesFor(null, query.store_type).map((store) =>
      requireStoreAnswer(() => kernel.stores.byName(store, name)),
    );
    const found = await fromAll(asking);
    return found.filter((app) => !isRefusedApp(app)).map((app) => asFound(kernel, app));
  }
  const question = storeQuestion(query.store_id ?? '');
  if (!question || 'app_name' in question) return [];
  if (isRefusedStoreId(question.store_id)) throw new Refusal('AppRefused');
  const found = await fromAll(
    storesFor(question.store_type, query.store_type).map((store) => byId(kernel, store, question.store_id)),
  );
  if (found.some(isRefusedApp)) throw new Refusal('AppRefused');
  return found.map((app) => asFound(kernel, app));
};
