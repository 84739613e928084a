import type { Plan } from '#contracts/api/plans.ts';
import type { AppPersonRow } from '#contracts/app/rows.ts';
import type { SessionRow } from '#contracts/user/sessions.ts';
import { call, http } from '../api/http.ts';
import { type ReadList, wholeList } from '../shell/lists.ts';

/** Somebody who works on an app. */
export type AppPerson = AppPersonRow & { id: string };

// There may be more than are shown.
const sessions: ReadList<SessionRow, object> = async ({ signal }) => {
  const { data, total = data.length } = await call<SessionRow[]>('GET', '/user/session', signal ? { signal } : {});
  return { data, total };
};

/** The lists of the settings: who works on an app, what each plan includes, and where the person is signed in. */
export const settingsLists = {
  'app-people': wholeList<AppPerson, { app_id: string }>(async ({ app_id }, signal) => {
    const people = await http.get<AppPersonRow[]>(`/permission/app/${app_id}`, signal ? { signal } : {});
    return people.map((person) => ({ ...person, id: person.user_id }));
  }),
  sessions,
  plans: wholeList<Plan, object>((_, signal) => http.get('/payment/plan', signal ? { signal } : {})),
};
