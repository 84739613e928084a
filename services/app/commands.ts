import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { Refusal } from '#contracts/api/errors.ts';
import { requireAct } from '#contracts/api/require-act.ts';
import type { Act } from '#contracts/api/roles.ts';
import type { AppDetails, AppSettings } from '#contracts/app/events.ts';
import type { AppRow } from '#contracts/app/rows.ts';
import type { AppState } from '#contracts/app/state.ts';
import { toSeconds } from '#contracts/time.ts';
import { appWords } from '#contracts/words/app.en.ts';
import { type Principal, requireFeature } from '#kernel/auth/principal.ts';
import { type CommandAnswer, type CommandTrx, currentPrincipal } from '#kernel/commands/command-trx.ts';
import { load, save } from '#kernel/commands/streams.ts';
import { claim, releaseClaim } from '#kernel/db/claims.ts';
import { say } from '#kernel/platform/say.ts';
import { decideApp, featuresOf } from './decide.ts';
import { newAppRow } from './new-app-row.ts';
import { claimScope, keyOfApp, type StoreAddress } from './store-address.ts';

const newInstanceToken = (): string => randomBytes(36).toString('base64url');

/** Adds an app with its Default instance; 409 while the account has the same app. */
export const handleAddApp = async (
  trx: CommandTrx,
  principal: Principal,
  address: StoreAddress,
  details: AppDetails,
): Promise<CommandAnswer<AppRow>> => {
  // Its last person may be about to leave it for another team, which ends an account without apps.
  await trx.kernel.facts.account(trx, principal.account_id, 'share');
  const me = await currentPrincipal(trx, principal);
  if (!me.permissions.account_owner) throw new Refusal('PermissionDenied');
  if (address.store_type === 'web') requireFeature(me, 'web', trx.context.now);
  const id = uuidv7();
  const app = await load<AppState>(trx, `app-${id}`);
  const instance = { id: uuidv7(), token: newInstanceToken() };
  const events = decideApp({ type: 'AddApp', account_id: me.account_id, address, details, instance }, app.state);
  if (!(await claim(trx, claimScope(me.account_id, address.store_type), address.key, id)))
    throw new Refusal('AppExists');
  const { state, version } = await save(trx, app, events);
  return {
    status: 201,
    data: newAppRow(state, trx.kernel.config.MEDIA_URL, toSeconds(trx.context.now), version),
    message: address.store_type === 'web' ? say(appWords.siteAdded) : say(appWords.added),
  };
};

/** An app of the account on which the person may do an act: 404 for what is missing or unseen, 403 for what the role forbids. */
export const openApp = async (trx: CommandTrx, principal: Principal, appId: string, act: Act) => {
  const me = await currentPrincipal(trx, principal);
  if (!(await trx.kernel.facts.app(trx, me.account_id, appId, 'none'))) throw new Refusal('NotFound');
  requireAct(me, act, appId);
  return { me, app: await load<AppState>(trx, `app-${appId}`) };
};

/** Deletes an app and all that is in it, and frees its address. */
export const handleDeleteApp = async (trx: CommandTrx, principal: Principal, appId: string): Promise<CommandAnswer> => {
  const { me, app } = await openApp(trx, principal, appId, 'app.delete');
  await save(trx, app, decideApp({ type: 'DeleteApp' }, app.state));
  await releaseClaim(trx, claimScope(me.account_id, app.state.store_type), keyOfApp(app.state));
  return { status: 200, data: { id: appId }, message: appWords.deleted };
};

const settingsWords = ({ app_intent, ads, ad_first, ad_frequency }: Partial<AppSettings>): string | null => {
  if (app_intent) return say(appWords.schemeSet);
  return ads === undefined && ad_first === undefined && ad_frequency === undefined ? null : say(appWords.adsSet);
};

/** Changes what SDKs are told of an app; 403 for what the plan does not include, if it is put to use. */
export const handleChangeSettings = async (
  trx: CommandTrx,
  principal: Principal,
  appId: string,
  settings: Partial<AppSettings>,
): Promise<CommandAnswer> => {
  const { me, app } = await openApp(trx, principal, appId, 'app.settings');
  const events = decideApp({ type: 'ChangeSettings', settings }, app.state);
  for (const feature of featuresOf(settings, app.state.settings)) requireFeature(me, feature, trx.context.now);
  const { state, version } = await save(trx, app, events);
  const message = settingsWords(settings);
  return { status: 200, data: { id: appId, settings: state.settings, version }, ...(message ? { message } : {}) };
};

/** Takes over what the store or the site says of an app now; says whether that is something else. */
export const handleUpdateDetails = async (
  trx: CommandTrx,
  principal: Principal,
  appId: string,
  details: Partial<AppDetails>,
): Promise<CommandAnswer<{ changed: boolean }>> => {
  const { app } = await openApp(trx, principal, appId, 'app.settings');
  const events = decideApp({ type: 'TakeOverDetails', details }, app.state);
  await save(trx, app, events);
  return { status: 200, data: { changed: events.length > 0 } };
};

/** Adds an instance with a token of its own. */
export const handleAddInstance = async (
  trx: CommandTrx,
  principal: Principal,
  { app_id, title }: { app_id: string; title: string },
): Promise<CommandAnswer> => {
  const { me, app } = await openApp(trx, principal, app_id, 'instance.manage');
  requireFeature(me, 'multi_instance', trx.context.now);
  const instance = { instance_id: uuidv7(), token: newInstanceToken(), title };
  await save(
    trx,
    app,
    decideApp({ type: 'AddInstance', ...instance, most: trx.kernel.config.LIMIT_INSTANCES }, app.state),
  );
  return {
    status: 201,
    data: { id: instance.instance_id, token: instance.token },
    message: appWords.instanceAdded,
  };
};

const openInstance = async (trx: CommandTrx, principal: Principal, instanceId: string, appId: string | null) => {
  const found = await trx.kernel.facts.instance(trx, principal.account_id, instanceId);
  if (!found || (appId !== null && found.app_id !== appId)) throw new Refusal('NotFound');
  return openApp(trx, principal, found.app_id, 'instance.manage');
};

/** Gives an instance another name. */
export const handleRenameInstance = async (
  trx: CommandTrx,
  principal: Principal,
  { instance_id, app_id, title }: { instance_id: string; app_id: string | null; title: string },
): Promise<CommandAnswer> => {
  const { app } = await openInstance(trx, principal, instance_id, app_id);
  await save(trx, app, decideApp({ type: 'RenameInstance', instance_id, title }, app.state));
  return { status: 200, data: { id: instance_id, title }, message: appWords.instanceRenamed };
};

/** Deletes an instance and all that is in it. */
export const handleDeleteInstance = async (
  trx: CommandTrx,
  principal: Principal,
  { instance_id, app_id }: { instance_id: string; app_id: string | null },
): Promise<CommandAnswer> => {
  const { app } = await openInstance(trx, principal, instance_id, app_id);
  await save(trx, app, decideApp({ type: 'DeleteInstance', instance_id }, app.state));
  return { status: 200, data: { id: instance_id }, message: appWords.instanceDeleted };
};
