import type { AccountState } from '#contracts/account/state.ts';
import { Refusal } from '#contracts/api/errors.ts';
import { requireAct } from '#contracts/api/require-act.ts';
import type { Permissions } from '#contracts/api/roles.ts';
import { addApp } from '#contracts/app/commands.ts';
import type { EpochMs } from '#contracts/time.ts';
import { registration } from '#contracts/user/commands.ts';
import type { UserState } from '#contracts/user/state.ts';
import { inviteUsers } from '#contracts/user/team-commands.ts';
import { requireFeature } from '#kernel/auth/principal.ts';
import { type CommandTrx, systemContext, withContext } from '#kernel/commands/command-trx.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { claim, releaseClaimsOf } from '#kernel/db/claims.ts';
import { storePersonal } from '#kernel/db/personal.ts';
import { claimReferralToken } from '#kernel/db/referral-token.ts';
import { demoStaff, earlierDemoStaff } from '#kernel/http/demo-account.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { emailKey, holderOf, invitationKey } from '#kernel/sessions/email.ts';
import { makeLink } from '#kernel/sessions/links.ts';
import { hourMs } from '#projections/analytics/archive/hours.ts';
import { decideAccount } from '#services/account/decide.ts';
import { decideAccountAsStaff as decideForStaff } from '#services/admin/decide.ts';
import { addStaff } from '#services/admin/staff.ts';
import { decideApp } from '#services/app/decide.ts';
import { claimScope, storeAddress } from '#services/app/store-address.ts';
import { decideCard, decideSubscribe } from '#services/billing/decide.ts';
import { insertTestCard } from '#services/billing/local/keep-card.ts';
import { testCards } from '#services/billing/local/test-cards.ts';
import { loadSubscription, readBillingFacts, saveSubscription } from '#services/billing/save-subscription.ts';
import { decideUser, openAccount } from '#services/identity/decide.ts';
import { hashPassword, keepPassword } from '#services/identity/passwords.ts';
import { keepNames } from '#services/identity/registration.ts';
import { takeAddress } from '#services/identity/take-address.ts';
import { decideTeam, invitedRoles } from '#services/team/decide.ts';
import { type AppCast, type DemoCast, demoPassword, leadMs, type PersonKey, people, staffPerson } from './cast.ts';
import { storePicture } from './media.ts';
import { demoId } from './random.ts';
import { changeStream, type DemoStep, demoPrincipal, stepId } from './step.ts';

const opening = (cast: DemoCast): DemoStep => {
  const { email, firstname, lastname } = people.owner;
  const id = cast.people.owner;
  let hash = '';
  return {
    key: 'account',
    at: cast.opened,
    marks: cast.start - leadMs,
    by: 'owner',
    prepare: async (kernel) => {
      hash = await hashPassword(demoPassword(kernel, email));
    },
    run: async (trx) => {
      const password = demoPassword(trx.kernel, email);
      const body = registration.parse({
        email,
        password,
        firstname,
        lastname,
        gdpr: true,
        name: 'Northfold',
        time_zone: 'Europe/Stockholm',
        profile: {
          is_the_app_live_in_store: true,
          which_one_best_describes_your_role: 'Marketing',
          i_want_to_focus_primarily_on: 'Engagement',
        },
      });
      await claim(trx, 'email', emailKey(trx.kernel, email), id);
      const token = await claimReferralToken(trx, cast.account);
      await changeStream<AccountState>(trx, `account-${cast.account}`, () => openAccount(body, trx.context.now, token));
      const email_ref = await storePersonal(trx, id, 'email', email);
      const names = await keepNames(trx, id, people.owner);
      await changeStream<UserState>(trx, `user-${id}`, (state) =>
        decideUser({ type: 'Register', account_id: cast.account, email_ref, ...names }, state),
      );
      await changeStream<UserState>(trx, `user-${id}`, (state) =>
        decideUser({ type: 'VerifyEmail', email_ref }, state),
      );
      await keepPassword(trx, id, hash);
    },
  };
};

const addingApp = (cast: DemoCast, app: AppCast, at: EpochMs): DemoStep => {
  let icon = '';
  return {
    key: `app:${app.key}`,
    at,
    by: 'owner',
    prepare: async (kernel) => {
      icon = (await storePicture(kernel, cast, `${app.key}/icon`, 'png')).key;
    },
    run: async (trx) => {
      const me = await demoPrincipal(trx, cast.people.owner);
      const address = storeAddress(
        addApp.parse({ ...app.address, title: app.title, ...('store_id' in app.address ? { is_live: false } : {}) }),
      );
      const [first, ...more] = app.places;
      await claim(trx, claimScope(cast.account, address.store_type), address.key, app.id);
      await changeStream(trx, `app-${app.id}`, (state) =>
        decideApp(
          {
            type: 'AddApp',
            account_id: cast.account,
            address,
            details: { title: app.title, icon, developer: null, category: null, is_live: false },
            instance: { id: first!.id, token: first!.token },
          },
          state as never,
        ),
      );
      requireFeature(me, 'multi_instance', trx.context.now);
      for (const { id, title, token } of more)
        await changeStream(trx, `app-${app.id}`, (state) =>
          decideApp({ type: 'AddInstance', instance_id: id, title, token }, state as never),
        );
    },
  };
};

const appsOf = (cast: DemoCast, key: PersonKey): string[] =>
  cast.apps
    .filter((app) =>
      key === 'creator' ? app.key !== 'news' : key === 'broadcaster' ? app.key === 'news' : app.runs === key,
    )
    .map((app) => app.id);

/** An invitation to the team by the owner, and its acceptance three hours later. */
const joining = (cast: DemoCast, key: PersonKey, at: EpochMs): DemoStep[] => {
  const who = people[key];
  const id = cast.people[key];
  const mobile = who.role === 'brodcaster';
  const given = invitedRoles(
    inviteUsers.omit({ emails: true }).parse({ role: who.role, is_mobile: mobile, apps: appsOf(cast, key) }),
  );
  let hash = '';
  return [
    {
      key: `invite:${key}`,
      at,
      by: 'owner',
      run: async (trx) => {
        await inviting(trx, cast, id, who.email, given.permissions, mobile);
      },
    },
    {
      key: `join:${key}`,
      at: at + 3 * hourMs,
      by: key,
      prepare: async (kernel) => {
        hash = await hashPassword(demoPassword(kernel, who.email));
      },
      run: async (trx) => {
        const names = await keepNames(trx, id, who);
        await takeAddress(trx, who.email, id);
        await releaseClaimsOf(trx, 'invitation', id);
        await changeStream<UserState>(trx, `user-${id}`, (state) =>
          decideUser({ type: 'AcceptInvitation', email_ref: state.email_ref!, ...names }, state),
        );
        await keepPassword(trx, id, hash);
      },
    },
  ];
};

const inviting = async (
  trx: CommandTrx,
  cast: DemoCast,
  id: string,
  email: string,
  permissions: Permissions,
  is_mobile: boolean,
) => {
  const me = await demoPrincipal(trx, cast.people.owner);
  requireFeature(me, 'team_structure', trx.context.now);
  await claim(trx, 'invitation', invitationKey(trx.kernel, cast.account, email), id);
  const email_ref = await storePersonal(trx, id, 'email', email);
  await changeStream<UserState>(trx, `user-${id}`, (state) =>
    decideTeam({ type: 'Invite', account_id: cast.account, email_ref, given: { permissions, is_mobile } }, state),
  );
  return email_ref;
};

/** An invitation that nobody has answered yet; `cancelled`: taken back an hour later. */
export const openInvitation = (cast: DemoCast, name: string, at: EpochMs, cancelled: boolean): DemoStep[] => {
  const id = demoId(`invited:${name}`, at);
  const permissions = { story_creator: [cast.apps[0]!.id] };
  const invite: DemoStep = {
    key: `invite:${name}`,
    at,
    by: 'owner',
    run: async (trx) => {
      const email_ref = await inviting(trx, cast, id, `${name}@northfold.example`, permissions, false);
      // The demo mails nobody: the link is there for how long it works.
      if (!cancelled) await makeLink(trx, { user_id: id, purpose: 'invitation', email_ref }, trx.context.now);
    },
  };
  if (!cancelled) return [invite];
  const cancel: DemoStep = {
    key: `cancel:${name}`,
    at: at + hourMs,
    by: 'owner',
    run: async (trx) => {
      await changeStream<UserState>(trx, `user-${id}`, (state) => decideTeam({ type: 'CancelInvitation' }, state));
      await releaseClaimsOf(trx, 'invitation', id);
    },
  };
  return [invite, cancel];
};

/** Adds the test card that works, and pays with it. */
const addTestCard = async (trx: CommandTrx, account: string): Promise<void> => {
  const method = demoId('card', trx.context.now);
  await insertTestCard(trx.client, { id: method, account_id: account }, testCards[0], trx.context.now);
  const loaded = await loadSubscription(trx, account);
  await saveSubscription(trx, loaded, decideCard(loaded.state, method));
};

const subscribeTo = async (trx: CommandTrx, account: string, plan: 'growth' | 'pro'): Promise<void> => {
  const loaded = await loadSubscription(trx, account);
  const facts = await readBillingFacts(trx, account, loaded.state);
  await saveSubscription(trx, loaded, decideSubscribe(loaded.state, { plan, promo: null }, facts));
};

/** The trial becomes a subscription in the owner's name; staff switch on the two features that no plan has. */
const subscribing = (cast: DemoCast, at: EpochMs): DemoStep[] => [
  {
    key: 'plan',
    at,
    by: 'owner',
    run: async (trx) => {
      await addTestCard(trx, cast.account);
      await subscribeTo(trx, cast.account, 'growth');
    },
  },
  {
    key: 'features',
    at: at + 300_000,
    by: 'system',
    run: (trx) =>
      changeStream<AccountState>(trx, `account-${cast.account}`, (state) =>
        decideForStaff({ type: 'SetFeatures', manual_features: { ivod: true, ad_settings: true } }, state),
      ),
  },
];

const upgrading = (cast: DemoCast, at: EpochMs): DemoStep => ({
  key: 'upgrade',
  at,
  by: 'owner',
  run: (trx) => subscribeTo(trx, cast.account, 'pro'),
});

const describing = (cast: DemoCast, at: EpochMs): DemoStep => ({
  key: 'details',
  at,
  by: 'owner',
  run: async (trx) => {
    requireAct(await demoPrincipal(trx, cast.people.owner), 'account.change', cast.apps[0]!.id);
    const devices = [
      { id: 'demo-phone-1', name: 'Test phone of Emil', platform: 'ios' as const },
      { id: 'demo-phone-2', name: 'Test phone of Priya', platform: 'android' as const },
    ];
    const patch = { country: 'SE', employee_size: '20-49' as const, test_devices: devices };
    await changeStream<AccountState>(trx, `account-${cast.account}`, (state) =>
      decideAccount({ type: 'ChangeAccount', patch, by: 'account_owner' }, state),
    );
  },
});

/**
 * What happened on the day before the first shown one: account, plan, apps with their instances, and the team. The
 * dashboard opens on the app that was added last, which is the first of the cast.
 */
export const beginningSteps = (cast: DemoCast): DemoStep[] => {
  const first = cast.opened;
  return [
    opening(cast),
    ...subscribing(cast, first + 600_000),
    ...cast.apps.toReversed().map((app, at) => addingApp(cast, app, first + hourMs + at * 1_200_000)),
    upgrading(cast, first + 2.5 * hourMs),
    describing(cast, first + 3 * hourMs),
    ...(['shopOwner', 'mediaOwner', 'creator', 'broadcaster'] as const).flatMap((key, at) =>
      joining(cast, key, first + 4 * hourMs + at * 300_000),
    ),
  ];
};

/**
 * Makes the member of staff. Once somebody has the address nothing is done: who is staff is up to the operator from
 * then on.
 */
export const makeStaff = async (kernel: Kernel, cast: DemoCast): Promise<void> => {
  const email = demoStaff(kernel.secrets);
  for (const one of [email, earlierDemoStaff]) if ((await holderOf(kernel.db, kernel, one)) !== null) return;
  const hash = await hashPassword(demoPassword(kernel, email));
  const context = { ...systemContext(cast.opened), correlation_id: stepId({ key: 'staff', at: cast.begin }) };
  await runCommand(kernel, context, async (trx) => {
    const { user_id, account_id, email_ref, outcome } = await addStaff(trx, email);
    if (outcome !== 'registered') throw new Refusal('Conflict');
    const inAccount = withContext(trx, { account_id });
    const user = `user-${user_id}`;
    await changeStream<UserState>(inAccount, user, (state) => decideUser({ type: 'VerifyEmail', email_ref }, state));
    const { firstname_ref, lastname_ref } = await keepNames(trx, user_id, staffPerson);
    const changes = [
      { field: 'firstname', from_ref: null, to_ref: firstname_ref },
      { field: 'lastname', from_ref: null, to_ref: lastname_ref },
    ];
    await changeStream<UserState>(inAccount, user, (state) => decideUser({ type: 'ChangeName', changes }, state));
    await keepPassword(trx, user_id, hash);
    return { status: 200, data: null };
  });
};
