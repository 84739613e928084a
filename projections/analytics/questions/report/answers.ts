import type { SdkAnswerType } from '#contracts/sdk/protocol.ts';
import type { UnixSeconds } from '#contracts/time.ts';
import type { Db } from '#kernel/db/pool.ts';
import type { CsvColumns } from '#kernel/http/csv-answer.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { readAllStories } from '../entities.ts';
import { readTypeTotals } from '../interactive/queries.ts';
import type { QueryScope } from '../resolve-scope.ts';
import { type LetterAnswer, readOptionWords } from './option-words.ts';

const pageSize = 1000;

interface AnswerRow extends LetterAnswer {
  at: string;
  batch_id: string;
  place: number;
  ts: UnixSeconds;
  viewer: string;
  group_id: string;
}
/** An answer as it is reported; `words` are those of the chosen option when it was given, '' where there are none. */
type ReportedAnswer = AnswerRow & { words: string };

const columns: CsvColumns<ReportedAnswer> = {
  ts: (row) => row.ts,
  viewer: (row) => row.viewer,
  story_group_id: (row) => row.group_id,
  story_id: (row) => row.story_id,
  component_id: (row) => row.component_id,
  answer: (row) => row.value,
};
const answeredByLetter = new Set<SdkAnswerType>(['poll_selected', 'quiz_answered']);

/**
 * The columns of a report of answers: the viewer is empty without consent, and 'erased' after erasure. Where options are
 * chosen, the words of the option stand beside its letter.
 */
export const answerColumns = ({ type }: Pick<AnswersQuery, 'type'>): CsvColumns<ReportedAnswer> =>
  answeredByLetter.has(type) ? { ...columns, answer_text: (row) => row.words } : columns;

/** Selects the answers of a report, besides its filter and range. */
export interface AnswersQuery {
  type: SdkAnswerType;
  story_id: string | null;
  component_id: string | null;
}

type PageCursor = Pick<AnswerRow, 'at' | 'batch_id' | 'place'>;

const readPage = async (
  db: Db,
  story: { id: string; app_id: string },
  { type, component_id }: AnswersQuery,
  { range }: Pick<QueryScope, 'range'>,
  after: PageCursor | null,
): Promise<AnswerRow[]> => {
  const { rows } = await db.pool.query<AnswerRow>({
    name: 'report-answers',
    text: `select a.at::text, a.batch_id, a.place, floor(extract(epoch from a.at))::float8 as ts,
                  round(extract(epoch from a.at) * 1000)::float8 as at_ms, a.group_id, a.story_id, a.component_id, a.value,
                  case when a.viewer is null then '' else coalesce(n.viewer_id, 'erased') end as viewer
             from answer a left join viewer_name n on n.account_id = a.account_id and n.viewer = a.viewer
            where a.app_id = $1 and a.story_id = $2 and a.at >= to_timestamp($3::float8) and a.at < to_timestamp($4::float8)
              and a.type = $5 and ($6::text is null or a.component_id = $6)
              and (a.at, a.batch_id, a.place) > ($7::timestamptz, $8::uuid, $9::smallint)
            order by a.at, a.batch_id, a.place limit ${pageSize}`,
    values: [
      story.app_id,
      story.id,
      range.ts_start,
      range.ts_end + 1,
      type,
      component_id,
      after?.at ?? '-infinity',
      after?.batch_id ?? '00000000-0000-0000-0000-000000000000',
      after?.place ?? -1,
    ],
  });
  return rows;
};

/** How many answers a report has now. Cost: one primary-key range for each story. */
export const countAnswers = async (
  kernel: Pick<Kernel, 'db' | 'analytics'>,
  { filter, range }: Pick<QueryScope, 'filter' | 'range'>,
  { type, story_id, component_id }: AnswersQuery,
): Promise<number> => {
  const allStories = await readAllStories(kernel.db, filter);
  const stories = story_id === null ? allStories : allStories.filter((story) => story.id === story_id);
  const { rows } = await kernel.analytics.pool.query<{ rows: number }>(
    `select count(*)::int as rows
       from unnest($1::uuid[], $2::uuid[]) as s (app_id, story_id) join answer a on a.app_id = s.app_id and a.story_id = s.story_id
      where a.at >= to_timestamp($3::float8) and a.at < to_timestamp($4::float8) and a.type = $5
        and ($6::text is null or a.component_id = $6)`,
    [
      stories.map((story) => story.app_id),
      stories.map((story) => story.id),
      range.ts_start,
      range.ts_end + 1,
      type,
      component_id,
    ],
  );
  return rows[0]!.rows;
};

/**
 * The answers of a type, story by story and each story's in time, as pages that are read on demand (back-pressure).
 * Cost: one primary-key range for each page of 1,000 rows, one look-up of a name for each row, and for polls and quizzes one
 * read of the designs of each group that has answers.
 */
export async function* answerPages(
  kernel: Pick<Kernel, 'db' | 'analytics'>,
  choice: QueryScope,
  query: AnswersQuery,
): AsyncGenerator<ReportedAnswer[]> {
  const allStories = await readAllStories(kernel.db, choice.filter);
  const stories = query.story_id === null ? allStories : allStories.filter((story) => story.id === query.story_id);
  const totals = await readTypeTotals(kernel.analytics, 'story', stories, choice.range);
  const answered = new Set(totals.filter((one) => one.type === query.type).map((one) => one.subject_id));
  let group = '';
  let wordsOf: (answer: LetterAnswer) => string = () => '';
  for (const story of stories) {
    if (!answered.has(story.id)) continue;
    if (answeredByLetter.has(query.type) && story.story_group_id !== group) {
      group = story.story_group_id;
      wordsOf = await readOptionWords(kernel, group);
    }
    let after: PageCursor | null = null;
    for (;;) {
      const rows: AnswerRow[] = await readPage(kernel.analytics, story, query, choice, after);
      if (rows.length > 0) yield rows.map((row) => ({ ...row, words: wordsOf(row) }));
      if (rows.length < pageSize) break;
      after = rows[rows.length - 1]!;
    }
  }
}
