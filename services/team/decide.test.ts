import t from 'tap';
import { roles } from '#contracts/api/roles.ts';
import { invitedUser as invited, newOwner as owner } from '#contracts/user/examples.ts';
import {
  cleanPermissions,
  decideTeam,
  invitedRoles,
  makesBroadcaster,
  requireMayGrant,
  requireSeat,
} from './decide.ts';

t.test('roles other than account owner need at least one app', async (t) => {
  t.same(invitedRoles({ role: 'account_owner' }), { permissions: { account_owner: [] }, is_mobile: false });
  for (const role of roles.slice(1)) {
    t.throws(() => invitedRoles({ role, apps: [] }), { code: 'Invalid', message: 'You must choose at least 1 app' });
    t.throws(() => invitedRoles({ role }), { code: 'Invalid' });
  }
  t.same(invitedRoles({ role: 'app_owner', apps: ['x', 'x'] }), {
    permissions: { app_owner: ['x'] },
    is_mobile: false,
  });
});

t.test('a mobile story creator is a broadcaster', async (t) => {
  const expected = { permissions: { brodcaster: ['x'] }, is_mobile: true };
  t.same(invitedRoles({ role: 'story_creator', is_mobile: true, apps: ['x'] }), expected);
  t.same(invitedRoles({ role: 'brodcaster', apps: ['x'] }), expected);
});

t.test('a broadcaster is made by a first app or a further one, not by what stays', async (t) => {
  t.ok(makesBroadcaster({}, { brodcaster: ['x'] }));
  t.ok(makesBroadcaster({ brodcaster: ['x'] }, { brodcaster: ['x', 'y'] }));
  t.notOk(makesBroadcaster({ brodcaster: ['x', 'y'] }, { brodcaster: ['y'] }));
  t.notOk(makesBroadcaster({ brodcaster: ['x'] }, { story_creator: ['y'] }));
});

t.test('who may give which role', async (t) => {
  const given = {
    account_owner: { account_owner: [] },
    app_owner: { app_owner: ['x'] },
    story_creator: { story_creator: ['x'] },
    brodcaster: { brodcaster: ['x'] },
  };
  const allowed = {
    account_owner: ['account_owner', 'app_owner', 'story_creator', 'brodcaster'],
    app_owner: ['app_owner', 'story_creator', 'brodcaster'],
    story_creator: ['story_creator', 'brodcaster'],
    brodcaster: [] as string[],
  };
  for (const inviter of roles)
    for (const role of roles) {
      const give = () => requireMayGrant(given[inviter], given[role]);
      if (allowed[inviter].includes(role)) t.doesNotThrow(give, `${inviter} gives ${role}`);
      else t.throws(give, { code: 'PermissionDenied' }, `${inviter} does not give ${role}`);
    }
});

t.test('a role counts for its app: what one owns elsewhere gives nothing here', async (t) => {
  const inviter = { app_owner: ['x'], story_creator: ['y'] };
  t.throws(() => requireMayGrant(inviter, { app_owner: ['x', 'y'] }), { code: 'PermissionDenied' });
  t.throws(() => requireMayGrant(inviter, { story_creator: ['z'] }), { code: 'NotFound' });
  t.doesNotThrow(() => requireMayGrant(inviter, { story_creator: ['x', 'y'] }));
});

t.test('seats count members and open invitations, and -1 is no limit', async (t) => {
  t.doesNotThrow(() => requireSeat('a', null, 4, 3));
  t.throws(() => requireSeat('a', null, 4, 4), { code: 'SeatLimitReached' });
  t.doesNotThrow(() => requireSeat('a', null, -1, 4000));
});

t.test('an address that is held is refused before seats are', async (t) => {
  t.throws(() => requireSeat('a', { account_id: 'a', phase: 'invited' }, 1, 1), { code: 'InvitationPending' });
  t.throws(() => requireSeat('a', { account_id: 'a', phase: 'member' }, 1, 1), { code: 'AlreadyInTeam' });
  for (const phase of ['invited', 'member'] as const) {
    const elsewhere = { account_id: 'b', phase };
    t.doesNotThrow(() => requireSeat('a', elsewhere, 2, 1), 'of another account nothing is told');
    t.throws(() => requireSeat('a', elsewhere, 1, 1), { code: 'SeatLimitReached' });
  }
});

t.test('only an open invitation can be revoked', async (t) => {
  t.match(decideTeam({ type: 'CancelInvitation' }, invited), [{ type: 'InvitationCancelled' }]);
  for (const phase of ['none', 'member', 'cancelled'] as const)
    t.throws(() => decideTeam({ type: 'CancelInvitation' }, { ...invited, phase }), { code: 'NotFound' });
});

t.test('one account owner always remains', async (t) => {
  const command = { type: 'ChangePermissions', permissions: { app_owner: ['x'] }, by: 'other', owners: 1 } as const;
  const demote = { ...command, permissions: { app_owner: ['x'] } };
  t.throws(() => decideTeam(demote, owner), { code: 'LastOwner' });
  t.match(decideTeam({ ...demote, owners: 2 }, owner), [{ type: 'UserPermissionsChanged' }]);
});

t.test('nobody changes their own role, and the same role again changes nothing', async (t) => {
  const command = { type: 'ChangePermissions' as const, permissions: { account_owner: [] }, by: owner.id, owners: 2 };
  t.throws(() => decideTeam(command, owner), { code: 'PermissionDenied' });
  t.same(decideTeam({ ...command, by: 'other' }, owner), []);
});

t.test('an owner holds nothing else, and every other role names an app', async (t) => {
  t.same(cleanPermissions({ account_owner: ['x'], app_owner: ['y'] }), { account_owner: [] });
  t.same(cleanPermissions({ app_owner: ['x', 'x'], story_creator: ['y'] }), { app_owner: ['x'], story_creator: ['y'] });
  t.same(
    cleanPermissions({ brodcaster: ['x', 'y', 'z'], story_creator: ['x', 'y'], app_owner: ['x'] }),
    { app_owner: ['x'], story_creator: ['y'], brodcaster: ['z'] },
    'an app stands under the strongest of its roles',
  );
  t.same(cleanPermissions({ app_owner: ['x'], story_creator: ['x'] }), { app_owner: ['x'] });
  for (const wanted of [{}, { app_owner: [] }, { app_owner: ['x'], story_creator: [] }])
    t.throws(() => cleanPermissions(wanted), { code: 'Invalid' });
});
