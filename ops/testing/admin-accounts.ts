import type { Harness, Person } from './harness.ts';
import { appendAs, seedScene } from './scene.ts';

const day = 86_400;

/** Staff and three accounts: Marlow (in trial, two people, content), Zephyr (premium), Quill (its trial is over). */
export const seedAccounts = async (h: Harness) => {
  const ines = await h.person({ staff: true, firstname: 'Ines', lastname: 'Barros', email: 'ines@storyrail.test' });
  const nora = await h.person({ firstname: 'Nora', lastname: 'Åberg', email: 'nora@marlow.test' });
  const scene = await seedScene(h, nora);
  await seedScene(h, nora, { app: scene });
  const kim = await h.person({
    account_id: nora.account_id,
    permissions: { story_creator: [scene.app_id] },
    firstname: 'Kim',
    email: 'kim@marlow.test',
  });
  const zoe = await h.person({ firstname: 'Zoe', email: 'zoe_%@zephyr.test' });
  const quill = await h.person({ firstname: '=cmd', email: 'q@quill.test' });
  const details = (person: Person, data: object) =>
    appendAs(h, person, `account-${person.account_id}`, [{ type: 'AccountDetailsChanged', data }]);
  await details(nora, { name: 'Marlow AB', country: 'SE', employee_size: '1-9' });
  await details(zoe, { name: 'Zephyr', country: 'PT', employee_size: '250+' });
  await details(quill, { name: 'Quill', country: 'SE' });
  await appendAs(h, zoe, `account-${zoe.account_id}`, [
    { type: 'AccountPremiumChanged', data: { premium: true } },
    { type: 'ProfileAnswered', data: { profile: { app_id: 'id1', store_type: 'ios', already_created: true } } },
  ]);
  await appendAs(h, zoe, `user-${zoe.user_id}`, [{ type: 'UserVerificationChanged', data: { verified: false } }]);
  await h.kernel.db.pool.query('update account set trial_ends = 1000 where id = $1', [quill.account_id]);
  await h.kernel.db.pool.query(`update member set phase = 'cancelled' where id = $1`, [quill.user_id]);
  await h.kernel.db.pool.query(`update member set ts_registration = ts_registration - $2 where id = $1`, [
    kim.user_id,
    10 * day,
  ]);
  return { ines, nora, kim, zoe, quill };
};
