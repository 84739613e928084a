import { storyStatus } from '#contracts/story-group/status.ts';
import { draftLimits } from '#contracts/studio/draft-limits.ts';
import {
  type DraftPlace,
  type Present,
  presenceTimes,
  type StudioPicture,
  type TakeOver,
} from '#contracts/studio/presence.ts';
import type { EpochMs } from '#contracts/time.ts';
import { readPersonal } from '#kernel/db/personal.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { givenAt, msAfter, placeNow } from './place-now.ts';

type Person = Omit<Present, 'name'> & {
  email_ref: string | null;
  firstname_ref: string | null;
  lastname_ref: string | null;
};

interface PictureRow {
  present: Person[];
  drafts: DraftPlace[];
  take_overs: TakeOver[];
  version: number;
}

const seconds = (moment: string) => `ceil(extract(epoch from ${moment}))::bigint`;

// Whoever signed out, left or was removed counts no more, though their row is still there.
const presentSql = `
  select distinct on (p.user_id) p.user_id, p.story_id, p.component_id, m.email_ref, m.firstname_ref, m.lastname_ref
    from story_presence p
    join session s on s.id = p.session_id and s.ended_at is null and s.expires_at > $2
    join member m on m.id = p.user_id and m.account_id = p.account_id and m.phase = 'member' and not m.disabled
   where p.story_group_id = $1 and p.seen_at > ${msAfter('$2::timestamptz', -presenceTimes.overMs)}
   order by p.user_id, p.seen_at desc`;

// What was published or discarded a moment ago is still told of.
const draftsSql = `
  select d.story_id, case when d.content is null then 0 else d.rev end as rev, d.user_id, ${seconds('d.ts_updated')} as ts_updated,
         ${placeNow.held_by} as held_by, ${seconds(placeNow.held_until)} as held_until
    from story_draft d ${placeNow.joins}
   where d.story_group_id = $1 and (d.content is not null or d.ts_updated > ${msAfter('$2::timestamptz', -60_000)})
     and not exists (select from story where id = d.story_id and status = ${storyStatus.deleted})
   order by d.story_id`;

const takeOversSql = `
  select t.story_id, t.asked_by as user_id, case when t.refused_at is null then 'asked' else 'refused' end as state,
         ${seconds(`case when t.refused_at is null then ${givenAt} else d.held_until end`)} as until
    from story_take_over t join story_draft d on d.story_id = t.story_id
   where t.story_group_id = $1 and t.holder = d.held_by and d.held_until > $2
     and case when t.refused_at is null then ${givenAt} else ${msAfter('t.refused_at', draftLimits.heldMs)} end > $2
   order by t.story_id`;

const list = (rows: string) => `(select coalesce(json_agg(row), '[]') from (${rows}) row)`;

/** Who is in the studio of a group, how its drafts stand, and the group's version. Cost: one read, and one of names. */
export const readStudio = async ({ db }: Pick<Kernel, 'db'>, groupId: string, now: EpochMs): Promise<StudioPicture> => {
  const { rows } = await db.pool.query<PictureRow>({
    name: 'studio-picture',
    text: `select ${list(presentSql)} as present, ${list(draftsSql)} as drafts, ${list(takeOversSql)} as take_overs,
                  (select version from story_group where id = $1) as version`,
    values: [groupId, new Date(now)],
  });
  const { present, ...picture } = rows[0]!;
  const refs = present.flatMap((one) => [one.email_ref, one.firstname_ref, one.lastname_ref]);
  const person = await readPersonal(
    db,
    refs.filter((ref) => ref !== null),
  );
  const nameOf = ({ email_ref, firstname_ref, lastname_ref }: Person): string =>
    [firstname_ref, lastname_ref].map(person).filter(Boolean).join(' ') || person(email_ref);
  return {
    ...picture,
    present: present.map((one) => ({
      user_id: one.user_id,
      name: nameOf(one),
      story_id: one.story_id,
      component_id: one.component_id,
    })),
  };
};
