import type { UnixSeconds } from '../time.ts';
import type { Draft } from './draft-content.ts';

/** How studios tell of themselves and ask for a place: times in ms. */
export const presenceTimes = {
  /** A studio says this often that it is there, */
  everyMs: 15_000,
  /** and is taken for gone after this. */
  overMs: 30_000,
  /** Who is asked for the place and says nothing for this long gives it. */
  answerMs: 20_000,
} as const;

/** Someone who has the group open; the newest of their windows counts. */
export interface Present {
  user_id: string;
  name: string;
  story_id: string | null;
  /** The component that they have chosen. */
  component_id: string | null;
}

/** How a draft stands, and who writes it; `rev` is 0 once it was published or discarded. */
export type DraftPlace = Pick<Draft, 'story_id' | 'rev' | 'user_id' | 'ts_updated' | 'held_by' | 'held_until'>;

/** Someone asks to write a draft in place of who writes it. */
export interface TakeOver {
  story_id: string;
  /** Who asks. */
  user_id: string;
  /** `asked`: unanswered, it is given at `until`. `refused`: the place stays where it is. `over`: it was given, or asks no more. */
  state: 'asked' | 'refused' | 'over';
  until: UnixSeconds;
}

/**
 * The answer of GET /story_group/presence. As a stream each part comes as an event of its own when it changes: `present` with
 * the list, `draft` and `take_over` for each, `published` with the version of the group.
 */
export interface StudioPicture {
  present: Present[];
  drafts: DraftPlace[];
  take_overs: TakeOver[];
  version: number;
}

/** An event of the stream of a studio. */
export type StudioMessage =
  | ['present', Present[]]
  | ['draft', DraftPlace]
  | ['take_over', TakeOver]
  | ['published', { version: number }];

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The rows that differ from those before, each by its story. */
const changedRows = <Row extends { story_id: string }>(before: readonly Row[], after: readonly Row[]): Row[] => {
  const known = new Map(before.map((row) => [row.story_id, row]));
  return after.filter((row) => !same(row, known.get(row.story_id)));
};

/** What leads from one picture to the next, as events; from none, all of it. */
export const studioMessages = (before: StudioPicture | null, after: StudioPicture): StudioMessage[] => {
  const asking = new Set(after.take_overs.map(({ story_id }) => story_id));
  const over = (before?.take_overs ?? []).filter(({ story_id }) => !asking.has(story_id));
  return [
    ...(before && same(before.present, after.present)
      ? []
      : [['present', after.present] as const satisfies StudioMessage]),
    ...changedRows(before?.drafts ?? [], after.drafts).map((draft): StudioMessage => ['draft', draft]),
    ...changedRows(before?.take_overs ?? [], after.take_overs).map((one): StudioMessage => ['take_over', one]),
    ...over.map((one): StudioMessage => ['take_over', { ...one, state: 'over' }]),
    ...(before?.version === after.version
      ? []
      : [['published', { version: after.version }] as const satisfies StudioMessage]),
  ];
};
