import { accountOf, changesOf, sentenceOf, subjectOf } from '#contracts/audit/describe.ts';
import type { Recorded } from '#contracts/event.ts';
import type { StoryrailEvent } from '#contracts/events.ts';
import { toSeconds } from '#contracts/time.ts';
import { say } from '#kernel/platform/say.ts';
import type { StateChange } from '../projection.ts';

/** What an event says in the audit: a row of audit_row without its place in the chain. */
export interface AuditRowDraft {
  id: string;
  account_id: string;
  ts: number;
  actor_type: string;
  actor_id: string | null;
  on_behalf_of: string | null;
  action: string;
  sentence: string;
  subject_type: string;
  subject_id: string;
  subject_title: string;
  parent_id: string | null;
  changes: unknown;
  cause: unknown;
  request_id: string | null;
  stream: string;
  version: number;
  correlation_id: string;
}

/** The row that follows from an event and the folded state around it, or null for an event of no account. */
export const draftOf = (event: Recorded<StoryrailEvent>, fold: StateChange): AuditRowDraft | null => {
  const [before, after] = [fold.before(), fold.after()];
  const account_id = accountOf(event, after);
  if (!account_id) return null;
  const { meta } = event;
  const subject = subjectOf(event, before, after, say);
  return {
    id: meta.event_id,
    account_id,
    ts: toSeconds(meta.ts),
    actor_type: meta.actor.type,
    actor_id: meta.actor.id,
    on_behalf_of: meta.on_behalf_of,
    action: event.type,
    sentence: sentenceOf(event, before, after, say),
    subject_type: subject.type,
    subject_id: subject.id,
    subject_title: subject.title,
    parent_id: subject.parent_id,
    changes: changesOf(event, before, after, say),
    cause: meta.cause,
    request_id: meta.request_id,
    stream: meta.stream,
    version: meta.version,
    correlation_id: meta.correlation_id,
  };
};
