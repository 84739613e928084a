import t from 'tap';
import type { AppRow } from '#contracts/app/rows.ts';
import type { TeamMemberRow } from '#contracts/user/rows.ts';
import { accessChanges, heldAccess, permissionsFor } from './edit/permission-changes.ts';
import { problemOfAddress, splitAddresses, withAddresses } from './invite/addresses.ts';
import { appsToGive, rolesToGive, sentAs } from './invite/invitation.ts';
import { countTeam, freeSeats, isLastOwner, seatPieces, seatsOf } from './team-rows.ts';

const shop = { id: 'shop', title: 'Nordvik' };
const news = { id: 'news', title: 'The Meridian' };
const game = { id: 'game', title: 'Skylark Isles' };
const apps = [shop, news, game];
const said = (...changes: ReturnType<typeof accessChanges>) => changes.map(({ sign, text }) => `${sign}: ${text}`);
const row = (more: Partial<TeamMemberRow>): TeamMemberRow => ({
  id: '0190a000-0000-7000-8000-000000000001',
  email: 'mei@northfold.test',
  firstname: 'Mei',
  lastname: 'Tanaka',
  roles: [],
  permissions: [],
  verified: 1,
  status: 1,
  settings: { is_mobile: false },
  ts_registration: 1,
  ts_login: null,
  invited: false,
  can_sign_in: true,
  ts_invitation_end: null,
  version: 1,
  ...more,
});

t.test('addresses are read however people paste them, and each counts once', async (t) => {
  t.same(splitAddresses('a@x.test, b@x.test;c@x.test\nd@x.test\te@x.test ,'), [
    'a@x.test',
    'b@x.test',
    'c@x.test',
    'd@x.test',
    'e@x.test',
  ]);
  t.same(splitAddresses('"Holm, Lena" <lena@x.test>, Sam Ek <sam@x.test>').slice(-2), ['lena@x.test', 'sam@x.test']);
  t.same(splitAddresses(' \n , '), []);
  t.same(withAddresses(['a@x.test'], 'A@x.test b@x.test b@X.test'), ['a@x.test', 'b@x.test']);
  t.equal(withAddresses([], Array.from({ length: 5000 }, (_, at) => `p${at}@x.test`).join(' ')).length, 50);
});

t.test('an invited address is refused for as long as its invitation can be accepted', async (t) => {
  const rows = [row({ email: 'sam@x.test', invited: true, ts_invitation_end: 200 }), row({ email: 'ivo@x.test' })];
  const problemOf = (address: string, now: number) =>
    problemOfAddress(address, { own: 'nora@x.test', rows, now })?.text;
  t.match(problemOf('Sam@x.test', 199), /already has an open invitation/);
  t.equal(problemOf('sam@x.test', 200), undefined);
  t.match(problemOf('ivo@x.test', 200), /already in a team/);
});

t.test('an inviter gives the roles that theirs allows, in the apps where they hold it', async (t) => {
  const held = { app_owner: ['shop'], story_creator: ['news'], brodcaster: ['game'] };
  const rows = apps as unknown as AppRow[];
  const ids = (role: Parameters<typeof appsToGive>[2]) => appsToGive(rows, held, role).map(({ id }) => id);
  t.same([ids('account_owner'), ids('app_owner'), ids('story_creator')], [[], ['shop'], ['shop', 'news']]);
  t.same(rolesToGive({ story_creator: ['news'] }, true), [
    { role: 'account_owner', allowed: false },
    { role: 'app_owner', allowed: false },
    { role: 'story_creator', allowed: true },
    { role: 'brodcaster', allowed: true },
  ]);
  t.equal(rolesToGive({ account_owner: [] }, false).at(-1)?.role, 'story_creator', 'no broadcaster without videos');
});

t.test('a broadcaster is sent as a story creator of the mobile app, an account owner without apps', async (t) => {
  const emails = ['a@x.test'];
  t.same(sentAs({ emails, role: 'brodcaster', apps: ['shop'] }), {
    emails,
    role: 'story_creator',
    is_mobile: true,
    apps: ['shop'],
  });
  t.same(sentAs({ emails, role: 'account_owner', apps: ['shop'] }), { emails, role: 'account_owner' });
});

t.test('a change of access is told in what is gained, lost and kept', async (t) => {
  const creator = { owner: false, roles: { shop: 'story_creator', news: 'story_creator' } } as const;
  t.same(accessChanges(creator, creator, apps), []);
  t.same(
    said(...accessChanges(creator, { owner: false, roles: { shop: 'story_creator', game: 'brodcaster' } }, apps)),
    [
      'more: Uploads videos to Skylark Isles with the creator mobile app, and nothing else.',
      "less: Can't see The Meridian any more.",
      'same: Stays Story Creator in Nordvik.',
    ],
  );
  const owner = { owner: true, roles: {} };
  t.match(said(...accessChanges(creator, owner, apps)), [/^more: Creates, edits and publishes everything/]);
  t.match(said(...accessChanges(owner, { owner: false, roles: { shop: 'app_owner' } }, apps)), [
    /^less: No longer an account owner/,
    /^same: Publishes in Nordvik/,
  ]);
  const many = Array.from({ length: 30 }, (_, at) => ({ id: `app${at}`, title: `App ${at}` }));
  const all = { owner: false, roles: Object.fromEntries(many.map(({ id }) => [id, 'app_owner'] as const)) };
  t.match(said(...accessChanges({ owner: false, roles: {} }, all, many)), [
    /^more: Publishes in App 0, App 1, App 2, and 27 more apps without/,
  ]);
});

t.test('access is sent as it is held', async (t) => {
  const member = row({
    roles: ['app_owner', 'story_creator'],
    permissions: [
      { app_id: 'shop', role: 'app_owner' },
      { app_id: 'news', role: 'story_creator' },
    ],
  });
  t.same(permissionsFor(heldAccess(member)), { app_owner: ['shop'], story_creator: ['news'] });
  t.same(permissionsFor(heldAccess(row({ roles: ['account_owner'] }))), { account_owner: [] });
  const both = row({
    roles: ['app_owner', 'brodcaster'],
    permissions: [
      { app_id: 'shop', role: 'app_owner' },
      { app_id: 'shop', role: 'brodcaster' },
    ],
  });
  t.same(heldAccess(both), { owner: false, roles: { shop: 'app_owner' } }, 'of two roles in an app the stronger');
});

t.test(
  'members and open invitations take seats, deleted members none, and invited owners own nothing yet',
  async (t) => {
    const rows = [
      row({ roles: ['account_owner'] }),
      row({ verified: 0 }),
      row({ verified: 0, invited: true, roles: ['account_owner'] }),
      row({ status: 2 }),
    ];
    t.same(countTeam(rows), { everyone: 3, active: 1, pending: 2, deleted: 1 });
    t.same(seatsOf(rows, 4), { members: 2, invitations: 1, limit: 4 });
    t.same(
      [4, 2, -1].map((limit) => freeSeats(seatsOf(rows, limit))),
      [1, 0, null],
    );
    const over = row({ verified: 0, invited: true, ts_invitation_end: 700 });
    t.equal(seatsOf([...rows, over], 4, 699).invitations, 2);
    t.equal(seatsOf([...rows, over], 4, 700).invitations, 1, 'one whose link has ended takes none');
  },
);

t.test('the last owner is the last who can sign in, whoever is invited, disabled or unverified', async (t) => {
  const owner = (id: string, more: Partial<TeamMemberRow> = {}) => row({ id, roles: ['account_owner'], ...more });
  const invited = owner('invited', { invited: true, verified: 0, can_sign_in: false });
  const deleted = owner('deleted', { status: 2, can_sign_in: false });
  const [nora, ivo] = [owner('nora'), owner('ivo')];
  t.ok(isLastOwner([nora, invited, deleted, row({ id: 'mei' })], 'nora'));
  t.notOk(isLastOwner([nora, ivo], 'nora'));
  const disabled = owner('ivo', { can_sign_in: false });
  t.ok(isLastOwner([nora, disabled], 'nora'));
  t.notOk(isLastOwner([nora, disabled], 'ivo'), 'who cannot sign in is not needed');
  t.notOk(isLastOwner([nora, row({ id: 'mei' })], 'mei'), 'no owner');
});

t.test('up to 20 seats have a piece each, more are one bar of three pieces at most', async (t) => {
  const each = seatPieces({ members: 2, invitations: 1, limit: 20 });
  t.equal(each.bar, false);
  t.same(
    each.pieces.map(({ taken }) => taken),
    ['member', 'member', 'invitation', ...Array(17).fill(undefined)],
  );
  t.equal(seatPieces({ members: 5, invitations: 0, limit: 4 }).pieces.length, 4, 'no more than there are seats');
  t.same(seatPieces({ members: 30, invitations: 5, limit: 10_000 }), {
    bar: true,
    pieces: [
      { id: 0, taken: 'member', seats: 30 },
      { id: 30, taken: 'invitation', seats: 5 },
      { id: 35, taken: undefined, seats: 9965 },
    ],
  });
  t.same(seatPieces({ members: 21, invitations: 2, limit: 21 }).pieces, [
    { id: 0, taken: 'member', seats: 21 },
    { id: 21, taken: 'invitation', seats: 2 },
  ]);
});
