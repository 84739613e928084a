import { factSubject } from '../audit/fact-subject.ts';
import type { NamesPlaceholder, SpanPlaceholder } from '../audit/placeholders.ts';
import type { NounAudit } from '../noun.ts';
import type { UnixSeconds } from '../time.ts';
import { accessAuditWords } from '../words/access-audit.en.ts';
import { fill, type Phrase } from '../words/phrase.ts';
import type { accessEvents, Exported } from './events.ts';

const exportLabels: Record<Exported, Phrase> = {
  audit: accessAuditWords.audit,
  users: accessAuditWords.users,
  accounts: accessAuditWords.accounts,
  promo_codes: accessAuditWords.promoCodes,
  viewer_list: accessAuditWords.viewerList,
  report_story_groups: accessAuditWords.groupReport,
  report_stories: accessAuditWords.storyReport,
  report_reaction: accessAuditWords.reactionReport,
  report_quiz: accessAuditWords.quizReport,
  report_poll: accessAuditWords.pollReport,
  report_rating: accessAuditWords.ratingReport,
  mau_proof: accessAuditWords.billedViewers,
};

const filterLabels: Readonly<Record<string, Phrase>> = {
  account_id: accessAuditWords.accountFilter,
  app_id: accessAuditWords.appFilter,
  instance_id: accessAuditWords.instanceFilter,
  story_group_id: accessAuditWords.groupFilter,
  story_id: accessAuditWords.storyFilter,
  actor_id: accessAuditWords.personFilter,
  actor_type: accessAuditWords.personKindFilter,
  subject_id: accessAuditWords.subjectFilter,
  subject_type: accessAuditWords.subjectKindFilter,
  kind: accessAuditWords.kindFilter,
  action: accessAuditWords.actFilter,
  q: accessAuditWords.textFilter,
};
const labelOf = (field: string): Phrase =>
  fill(accessAuditWords.filter, { field: filterLabels[field] ?? field.replaceAll('_', ' ') });

const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** An event's type as words: 'StoryGroupCreated' is 'story group created'. */
const actWords = (action: string): string => action.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();

/** What a list was filtered by, as it is read: names for ids, words for what we have codes for. */
const filterValue = (field: string, value: string): NamesPlaceholder | string => {
  const parts = value.split(', ');
  if (parts.every((one) => id.test(one))) return { $names: parts };
  if (field === 'action') return parts.map(actWords).join(', ');
  return value.replaceAll('_', ' ');
};

const secondsOf = (value: string | undefined): UnixSeconds | null =>
  value !== undefined && /^\d{1,11}$/.test(value) ? Number(value) : null;

/** How the audit tells of reading and taking away data. */
export const accessAudit: NounAudit<typeof accessEvents, null> = {
  sentences: {
    DataExported: ({ data: { what, rows } }) => fill(accessAuditWords.exported, { what: exportLabels[what], rows }),
    AdminRead: ({ data }) =>
      data.subject_type === 'user' ? accessAuditWords.personRead : accessAuditWords.historyRead,
  },
  changes(event) {
    if (event.type === 'AdminRead') return [{ field: 'viewed', from: false, to: true }];
    const { ts_start, ts_end, ...filter } = event.data.filter;
    const range: SpanPlaceholder = { $span: [secondsOf(ts_start), secondsOf(ts_end)] };
    return [
      { field: 'rows', from: null, to: event.data.rows },
      ...(range.$span.some((one) => one !== null) ? [{ field: accessAuditWords.range, from: null, to: range }] : []),
      ...Object.entries(filter).map(([field, to]) => ({
        field: labelOf(field),
        from: null,
        to: filterValue(field, to),
      })),
    ];
  },
  subjectTypes: ['user', 'account'],
  subject(event) {
    if (event.type !== 'AdminRead') return factSubject(event);
    const { subject_type: type, subject_id: id } = event.data;
    return { type, id, title: type === 'account' ? accessAuditWords.account : '', parent_id: null };
  },
};
