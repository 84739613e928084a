import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#contracts/api/errors.ts';
import { noneBefore } from '#contracts/stats/like-with-like.ts';
import { answerReports, type ReportQuery, type ReportType } from '#contracts/stats/report.ts';
import type { StoryStatsRow } from '#contracts/stats/stats.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import { transaction } from '#kernel/db/transaction.ts';
import { sendCsv } from '#kernel/http/csv-answer.ts';
import { recordExport } from '#kernel/http/record-access.ts';
import { principalOf } from '#kernel/http/request.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { readAccountCreated, readGroups, readStories, readWebApps } from '../entities.ts';
import { readGroupStats } from '../group/stats.ts';
import { readFirstDays } from '../metrics.ts';
import { type QueryScope, resolveScope } from '../resolve-scope.ts';
import { readStoryStats } from '../story/stats.ts';
import { type AnswersQuery, answerColumns, answerPages, countAnswers } from './answers.ts';
import { groupColumns, type InReport, storyColumns } from './columns.ts';
import { answerFacts, fileFacts } from './file-facts.ts';

/** Pages by app, so that no more than one app's metrics are in memory; `first_day` is the first of a row's group with data. */
async function* byApp<R extends { first_day: string | null }>(
  kernel: Pick<Kernel, 'db'>,
  scope: QueryScope,
  web: ReadonlySet<string>,
  read: (scope: QueryScope) => Promise<R[]>,
): AsyncGenerator<InReport<R>[]> {
  const created = await readAccountCreated(kernel.db, scope.filter.account_id);
  const last = scope.range.days.at(-1)!;
  for (const app of scope.apps) {
    const rows = await read({ ...scope, apps: [app], filter: { ...scope.filter, apps: [app] } });
    yield rows.map((row) => ({
      ...row,
      web: web.has(app),
      none: noneBefore(row.first_day, created, last) !== null,
    }));
  }
}

/** The figures of the stories of one app, each with the first day with data of its group, as the group's page has it. */
const readStoryRows = async (
  kernel: Kernel,
  scope: QueryScope,
): Promise<(StoryStatsRow & { first_day: string | null })[]> => {
  const rows = await readStoryStats(kernel, scope);
  const groups = [...new Set(rows.map(({ story_group_id }) => story_group_id))];
  const entities = groups.map((id) => ({ id, app_id: scope.apps[0]! }));
  const firstDay = await readFirstDays(kernel.analytics, { scope: 'group', entities });
  return rows.map((row) => ({ ...row, first_day: firstDay(row.story_group_id) }));
};

async function* filtered<R>(pages: AsyncIterable<R[]>, keep: (row: R) => boolean): AsyncGenerator<R[]> {
  for await (const rows of pages) yield rows.filter(keep);
}

/** A named story's group; 404 when the story is not the account's or in none of the named groups. */
const withGroup = async (
  kernel: Pick<Kernel, 'db' | 'facts'>,
  principal: Principal,
  query: ReportQuery,
): Promise<ReportQuery> => {
  const { story_id } = query;
  if (story_id === undefined) return query;
  const group = await transaction(kernel.db, (trx) => kernel.facts.groupOfStory(trx, principal.account_id, story_id));
  if (!group || !(query.story_group_id ?? [group.id]).includes(group.id)) throw new Refusal('NotFound');
  return { ...query, story_group_id: [group.id] };
};

type Report = { of: 'story_groups' } | { of: 'stories'; story_id: string | null } | ({ of: 'answers' } & AnswersQuery);

const reportOf = (
  type: ReportType,
  {
    story_id = null,
    component_id = null,
  }: { story_id?: string | null | undefined; component_id?: string | null | undefined },
): Report => {
  if (type === 'story_groups') return { of: type };
  if (type === 'stories') return { of: type, story_id };
  return { of: 'answers', type: answerReports[type], story_id, component_id };
};

/** How many rows a report has now. */
const countReport = async (
  kernel: Pick<Kernel, 'analytics' | 'db'>,
  { filter, range }: QueryScope,
  report: Report,
): Promise<number> => {
  if (report.of === 'answers') return countAnswers(kernel, { filter, range }, report);
  if (report.of === 'story_groups') return (await readGroups(kernel.db, '', filter)).length;
  const stories = await readStories(kernel.db, '', filter);
  return stories.filter(({ id }) => report.story_id === null || id === report.story_id).length;
};

/** Streams the requested report as CSV, within what the caller may see. */
export const sendReport = async (
  kernel: Kernel,
  request: FastifyRequest,
  given: ReportQuery,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const principal = principalOf(request);
  const { report_type, story_id, component_id, ...query } = await withGroup(kernel, principal, given);
  const scope = await resolveScope(kernel, principal, 'stats.view', query);
  const report = reportOf(report_type, { story_id, component_id });
  const { report_type: _, ...filter } = given;
  const rows = await countReport(kernel, scope, report);
  await recordExport(kernel, request, { what: `report_${report_type}`, rows, filter });
  const days = { first: scope.range.days[0]!, last: scope.range.days.at(-1)! };
  const name = `${report_type}_${days.first}_${days.last}`;
  if (report.of === 'answers') {
    const pages = answerPages(kernel, scope, report);
    return sendCsv(reply, name, answerColumns(report), pages, answerFacts(days, kernel.now()));
  }
  const facts = fileFacts(days, kernel.now());
  const web = await readWebApps(kernel.db, scope.apps);
  const onlyWeb = scope.apps.length > 0 && scope.apps.every((app) => web.has(app));
  if (report.of === 'story_groups') {
    const pages = byApp(kernel, scope, web, async (one) =>
      (await readGroupStats(kernel, one, { days: false })).map((row) => ({
        ...row,
        first_day: row.compared.first_day,
      })),
    );
    return sendCsv(reply, name, groupColumns(onlyWeb), pages, facts);
  }
  const pages = byApp(kernel, scope, web, (one) => readStoryRows(kernel, one));
  const wanted = filtered(pages, (row) => story_id === undefined || row.id === story_id);
  return sendCsv(reply, name, storyColumns(onlyWeb), wanted, facts);
};
