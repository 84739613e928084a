import t from 'tap';
import { hasAccess } from './access.ts';

const owner = { type: 1, roles: ['account_owner'], permissions: [] } as unknown as Parameters<typeof hasAccess>[0];
const creator = {
  ...owner,
  roles: ['story_creator'],
  permissions: [{ app_id: 'one', role: 'story_creator' }],
} as typeof owner;
const staff = { ...owner, type: 2, roles: [] } as typeof owner;

t.test('react-admin is told what the roles of the contracts allow, by app', async (t) => {
  t.ok(hasAccess(owner, { resource: 'team', action: 'manage' }));
  t.notOk(hasAccess(creator, { resource: 'team', action: 'manage' }));
  t.ok(hasAccess(creator, { resource: 'storyGroup', action: 'edit', record: { app_id: 'one' } }));
  t.notOk(hasAccess(creator, { resource: 'storyGroup', action: 'edit', record: { app_id: 'two' } }));
  t.notOk(hasAccess(owner, { resource: 'storyGroup', action: 'fly' }), 'what is no act');
});

t.test('the lists of the admin area are for staff as themselves, to be read', async (t) => {
  t.ok(hasAccess(staff, { resource: 'users', action: 'list' }));
  t.notOk(hasAccess(staff, { resource: 'users', action: 'delete' }));
  t.notOk(hasAccess(owner, { resource: 'accounts', action: 'list' }));
  t.notOk(hasAccess({ ...staff, login_as: true } as unknown as typeof staff, { resource: 'users', action: 'list' }));
});
