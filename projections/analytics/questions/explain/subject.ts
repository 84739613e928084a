import { invalidField, Refusal } from '#contracts/api/errors.ts';
import { requireAct } from '#contracts/api/require-act.ts';
import { roleFor } from '#contracts/api/roles.ts';
import type { WhyQuery } from '#contracts/stats/explain.ts';
import type { StatsQuery } from '#contracts/stats/stats.ts';
import type { WhyScope } from '#contracts/stats/why-figures.ts';
import { figureWords } from '#contracts/words/figures.en.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import type { GroupFacts } from '#kernel/commands/facts.ts';
import { type Trx, transaction } from '#kernel/db/transaction.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { readGroups } from '../entities.ts';
import { type QueryScope, resolveScope } from '../resolve-scope.ts';

interface OneSubject {
  scope: WhyScope;
  subject_id: string;
  app_id: string;
}

/** The apps, instances, groups or the story that a metric is of, several of them together. */
export interface ExplainedSubjects {
  scope: WhyScope;
  subjects: readonly string[];
  apps: readonly string[];
  /** Of groups together: what they were chosen by, and each with its app. */
  groups: { choice: QueryScope; chosen: readonly { id: string; app_id: string }[] } | null;
}

interface Ids {
  app_id?: string | undefined;
  instance_id?: string | undefined;
  story_group_id?: string | undefined;
  story_id?: string | undefined;
}

const groupOf = (
  { facts }: Pick<Kernel, 'facts'>,
  trx: Trx,
  accountId: string,
  ids: Ids,
): Promise<GroupFacts | null> =>
  ids.story_id
    ? facts.groupOfStory(trx, accountId, ids.story_id)
    : facts.group(trx, accountId, ids.story_group_id as string);

/** The most specific entity that a query names, when it exists within all others that are named; else 404. */
const findSubject = async (
  kernel: Pick<Kernel, 'facts'>,
  trx: Trx,
  accountId: string,
  ids: Ids,
): Promise<[OneSubject, GroupFacts | null]> => {
  const agrees = (known: { app_id: string; instance_id?: string; story_group_id?: string }) =>
    (ids.app_id ?? known.app_id) === known.app_id &&
    (ids.instance_id ?? known.instance_id) === known.instance_id &&
    (ids.story_group_id ?? known.story_group_id) === known.story_group_id;
  if (ids.story_id || ids.story_group_id) {
    const group = await groupOf(kernel, trx, accountId, ids);
    if (!group || !agrees({ ...group, story_group_id: group.id })) throw new Refusal('NotFound');
    const { app_id } = group;
    const subject: OneSubject = ids.story_id
      ? { scope: 'story', subject_id: ids.story_id, app_id }
      : { scope: 'group', subject_id: group.id, app_id };
    return [subject, group];
  }
  if (ids.instance_id) {
    const instance = await kernel.facts.instance(trx, accountId, ids.instance_id);
    if (!instance || !agrees({ app_id: instance.app_id, instance_id: instance.id })) throw new Refusal('NotFound');
    return [{ scope: 'instance', subject_id: instance.id, app_id: instance.app_id }, null];
  }
  if (!ids.app_id) throw invalidField('app_id', figureWords.ofWhat);
  if (!(await kernel.facts.app(trx, accountId, ids.app_id, 'none'))) throw new Refusal('NotFound');
  return [{ scope: 'app', subject_id: ids.app_id, app_id: ids.app_id }, null];
};

/** Resolves the one subject of a query and checks access: apps and instances for owners, creators only their own groups. */
export const resolveSubjectFor = async (
  kernel: Pick<Kernel, 'db' | 'facts'>,
  principal: Principal,
  ids: Ids,
): Promise<OneSubject> => {
  const [subject, group] = await transaction(kernel.db, (trx) => findSubject(kernel, trx, principal.account_id, ids));
  requireAct(principal, group ? 'stats.view' : 'overview.view', subject.app_id);
  const creator = roleFor(principal.permissions, subject.app_id) === 'story_creator';
  if (group && creator && group.user_id !== principal.user_id) throw new Refusal('PermissionDenied');
  return subject;
};

/** Resolves what a metric is asked of: one subject, or several together with the rights and the choice of their figures. */
export const resolveExplained = async (
  kernel: Pick<Kernel, 'db' | 'facts' | 'now' | 'config'>,
  principal: Principal,
  { story_id, all_groups = false, ...query }: StatsQuery & Pick<WhyQuery, 'story_id' | 'all_groups'>,
): Promise<ExplainedSubjects> => {
  const { app_id, instance_id, story_group_id } = query;
  const isOne = !all_groups && ![app_id, instance_id, story_group_id].some((ids) => ids && ids.length > 1);
  if (isOne) {
    const ids = { app_id: app_id?.[0], instance_id: instance_id?.[0], story_group_id: story_group_id?.[0], story_id };
    const one = await resolveSubjectFor(kernel, principal, ids);
    return { scope: one.scope, subjects: [one.subject_id], apps: [one.app_id], groups: null };
  }
  if (story_id !== undefined) throw invalidField('story_id', figureWords.oneStory);
  const ofGroups = all_groups || story_group_id !== undefined;
  const choice = await resolveScope(kernel, principal, ofGroups ? 'stats.view' : 'overview.view', query);
  const { apps, instances, filter } = choice;
  if (ofGroups) {
    const chosen = await readGroups(kernel.db, kernel.config.MEDIA_URL, filter);
    const groups = { choice, chosen };
    return {
      scope: 'group',
      subjects: chosen.map(({ id }) => id),
      apps: [...new Set(chosen.map((one) => one.app_id))],
      groups,
    };
  }
  return instances
    ? { scope: 'instance', subjects: instances.map(({ id }) => id), apps, groups: null }
    : { scope: 'app', subjects: apps, apps, groups: null };
};
