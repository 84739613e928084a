import type { Actor, Recorded } from '../event.ts';
import type { StoryrailEvent } from '../events.ts';
import type { AuditSubject, NounAudit } from '../noun.ts';
import { nouns } from '../nouns.ts';
import { nounOf } from '../stream.ts';
import { streamId } from '../stream-name.ts';
import { isPhrase, type Phrase, type Say } from '../words/phrase.ts';
import type { Change } from './change.ts';
import { type TextPlaceholder, type TitledWords, titleMark } from './placeholders.ts';

const auditOf = ({ meta }: Recorded<StoryrailEvent>): NounAudit<Record<string, never>, unknown> => {
  const noun = nounOf(meta.stream);
  if (!noun) throw new Error(`no noun has streams such as ${meta.stream}`);
  return noun.audit as unknown as NounAudit<Record<string, never>, unknown>;
};

type Sentence = (input: { data: unknown; before: unknown; after: unknown; by: Actor['type'] }) => Phrase;
const sentences: Record<string, Sentence> = Object.assign(
  {},
  ...Object.values(nouns).map((noun) => noun.audit.sentences),
);

/** What an event did, as the rest of a sentence, given the folded state of its stream before and after it. */
export const sentenceOf = (
  { type, data, meta }: Recorded<StoryrailEvent>,
  before: unknown,
  after: unknown,
  say: Say,
): string => say(sentences[type]!({ data, before, after, by: meta.actor.type }));

const isTitled = (value: object): value is TitledWords => '$words' in value;

const saidWithTitle = ({ $words, $title }: TitledWords, say: Say): TextPlaceholder => {
  const [ahead = '', behind = ''] = say($words).split(titleMark);
  return { $text: [ahead, { $title }, behind].filter((part) => part !== '') };
};

/** A value of a change with its words said. */
const saidValue = (value: unknown, say: Say): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => saidValue(one, say));
  if (isPhrase(value)) return say(value);
  return isTitled(value) ? saidWithTitle(value, say) : value;
};

/**
 * What an event changed, in real values, given the folded state of its stream before and after it. Pictures, personal
 * values and titles of other things are placeholders that are resolved when they are read.
 */
export const changesOf = (event: Recorded<StoryrailEvent>, before: unknown, after: unknown, say: Say): Change[] =>
  auditOf(event)
    .changes(event as never, before, after)
    .map(({ field, from, to }) => ({
      field: typeof field === 'string' ? field : say(field),
      from: saidValue(from, say),
      to: saidValue(to, say),
    }));

/** What an event is about. People and groups that are known by id alone have a placeholder for their title. */
export const subjectOf = (event: Recorded<StoryrailEvent>, before: unknown, after: unknown, say: Say): AuditSubject => {
  const subject = auditOf(event).subject(event as never, before, after);
  return { ...subject, title: typeof subject.title === 'string' ? subject.title : say(subject.title) };
};

/** The account that an event belongs to, also where the event was appended before anyone had signed in; null for none. */
export const accountOf = (event: Recorded<StoryrailEvent>, after: unknown): string | null => {
  const { account_id, stream } = event.meta;
  if (account_id) return account_id;
  const accountIn = nounOf(stream)?.accountIn;
  if (accountIn) return accountIn(streamId(stream));
  return (after as { account_id?: string } | null)?.account_id || null;
};
