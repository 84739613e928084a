import type { WhyAnswerFigure, WhyMetric, WhyType } from '#contracts/stats/why-figures.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { TelemetryPayload } from '#kernel/telemetry-log/log.ts';
import type { ArchivedBatch } from '../../archive/line-format.ts';
import type { CountedEvent } from '../../count/counter.ts';
import type { DayRange } from '../day-range.ts';
import type { ExplainedSubjects } from './subject.ts';

/** What explaining reads from. */
export type ExplainDeps = Pick<Kernel, 'analytics' | 'bus' | 'config' | 'db' | 'files'>;

/** A figure of the answers to components: of a type, and of a component of a story or one of its values where these are named. */
export interface ExplainedAnswers {
  figure: WhyAnswerFigure;
  type: WhyType;
  component_id?: string;
  answer?: string;
}

/** What is explained: a metric, or a figure of answers. */
export type ExplainedFigure = { figure: WhyMetric } | ExplainedAnswers;

/** Which figure to explain, of what and when. */
export type Explained<Asked = ExplainedFigure> = ExplainedSubjects & { asked: Asked; range: DayRange };

/** A figure of answers that is explained. */
export type AnswersExplained = Explained<ExplainedAnswers>;

/** The groups or the story whose answers are together at most 20,000, or their viewers are estimated: of a component its group. */
export interface AnsweredSubject {
  scope: 'group' | 'story';
  ids: readonly string[];
}

/** A figure as the statistics state it, in all and by day. */
export interface StatedFigure {
  value: number;
  days: { date: string; value: number }[];
}

/** A batch with what it holds. */
export interface ReadBatch {
  batch: ArchivedBatch;
  payload: TelemetryPayload;
}

/** What a batch adds to a figure. */
export interface Added {
  adds: number;
  /** Of the average watch length: how often a story was left. */
  leaves?: number;
}

/** Counts a figure again from batches, by the rule that counted it. */
export interface Verifier {
  /** What each of some batches adds, in log order; null for one that does not affect the figure. */
  add(batches: readonly ReadBatch[]): Promise<(Added | null)[]>;
  value(): Promise<number>;
  /** How many viewers there are exactly, of a figure that counts viewers. */
  viewers?(): number;
}

/** A figure that can be explained. */
export interface Explanation {
  /** Reads it as the statistics state it. */
  stated(kernel: Pick<Kernel, 'db' | 'analytics'>): Promise<StatedFigure>;
  verifier(kernel: ExplainDeps): Verifier;
  /** Whether it is about an event, whatever day that is of. */
  isAbout(event: CountedEvent): boolean;
  /** A batch without any of these texts has nothing to do with it; null: any may. */
  mentioned: readonly string[] | null;
}
