import type { AppPersonRow } from '#contracts/app/rows.ts';
import type { SessionRow } from '#contracts/user/sessions.ts';
import { http } from '../api/http.ts';
import { wholeList } from '../shell/lists.ts';

/** Somebody who works on an app. */
export type AppPerson = AppPersonRow & { id: string };

/** The lists of the settings: who works on an app, and where the person is signed in. */
export const settingsLists = {
  'app-people': wholeList<AppPerson, { app_id: string }>(async ({ app_id }, signal) => {
    const people = await http.get<AppPersonRow[]>(`/permission/app/${app_id}`, signal ? { signal } : {});
    return people.map((person) => ({ ...person, id: person.user_id }));
  }),
  sessions: wholeList<SessionRow, object>((_, signal) => http.get('/user/session', signal ? { signal } : {})),
};
