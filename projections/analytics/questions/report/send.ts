import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#contracts/api/errors.ts';
import { answerReports, type ReportQuery, type ReportType } from '#contracts/stats/report.ts';
import type { GroupStatsRow, StoryStatsRow } from '#contracts/stats/stats.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import { transaction } from '#kernel/db/transaction.ts';
import { type CsvColumns, sendCsv } from '#kernel/http/csv-answer.ts';
import { recordExport } from '#kernel/http/record-access.ts';
import { principalOf } from '#kernel/http/request.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { readGroups, readStories } from '../entities.ts';
import { readGroupStats } from '../group/stats.ts';
import { type QueryScope, resolveScope } from '../resolve-scope.ts';
import { readStoryStats } from '../story/stats.ts';
import { type AnswersQuery, answerColumns, answerPages, countAnswers } from './answers.ts';

const statsColumns = <S extends object>(names: readonly (keyof S & string)[]): CsvColumns<{ stats: S }> =>
  Object.fromEntries(names.map((name) => [name, ({ stats }) => stats[name]]));

const groupColumns: CsvColumns<GroupStatsRow> = {
  id: (row) => row.id,
  title: (row) => row.title,
  status: (row) => row.status,
  instance_id: (row) => row.instance_id,
  app_id: (row) => row.app_id,
  ...statsColumns<GroupStatsRow['stats']>([
    'reach',
    'total_impression',
    'total_click',
    'total_open',
    'total_skipped',
    'share_count',
    'total_complete',
    'nexts',
    'prevs',
    'closed',
    'average_watch_length',
    'ctr',
  ]),
};

const storyColumns: CsvColumns<StoryStatsRow> = {
  id: (row) => row.id,
  title: (row) => row.title,
  type: (row) => row.type,
  status: (row) => row.status,
  story_group_id: (row) => row.story_group_id,
  ...statsColumns<StoryStatsRow['stats']>([
    'reach',
    'impression',
    'click',
    'total_skipped',
    'share_count',
    'completed',
    'nexts',
    'prevs',
    'closed',
    'average_watch_length',
    'ctr',
  ]),
};

/** Pages by app, so that no more than one app's metrics are in memory. */
async function* byApp<R>(scope: QueryScope, read: (scope: QueryScope) => Promise<R[]>): AsyncGenerator<R[]> {
  for (const app of scope.apps) yield await read({ ...scope, apps: [app], filter: { ...scope.filter, apps: [app] } });
}

async function* filtered<R>(pages: AsyncIterable<R[]>, keep: (row: R) => boolean): AsyncGenerator<R[]> {
  for await (const rows of pages) yield rows.filter(keep);
}

/** A named story's group; 404 when the story is not the account's or not in the named group. */
const withGroup = async (
  kernel: Pick<Kernel, 'db' | 'facts'>,
  principal: Principal,
  query: ReportQuery,
): Promise<ReportQuery> => {
  const { story_id } = query;
  if (story_id === undefined) return query;
  const group = await transaction(kernel.db, (trx) => kernel.facts.groupOfStory(trx, principal.account_id, story_id));
  if (!group || (query.story_group_id ?? group.id) !== group.id) throw new Refusal('NotFound');
  return { ...query, story_group_id: group.id };
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
  const name = `${report_type}_${scope.range.days[0]}_${scope.range.days.at(-1)}`;
  if (report.of === 'story_groups')
    return sendCsv(
      reply,
      name,
      groupColumns,
      byApp(scope, (one) => readGroupStats(kernel, one)),
    );
  if (report.of === 'stories') {
    const pages = byApp(scope, (one) => readStoryStats(kernel, one));
    return sendCsv(
      reply,
      name,
      storyColumns,
      filtered(pages, (row) => story_id === undefined || row.id === story_id),
    );
  }
  return sendCsv(reply, name, answerColumns, answerPages(kernel, scope, report));
};
