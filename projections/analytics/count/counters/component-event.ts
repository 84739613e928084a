import type { CountedEvent } from '../counter.ts';

/** An event about a component, with what is kept of its batch; `index` is its place there. */
export interface ComponentEvent {
  app_id: string;
  account_id: string;
  batch_id: string;
  index: number;
  event: CountedEvent;
  /** Null without consent. */
  viewer: string | null;
}

/** What was answered, as text; empty where an event has no value. */
export const answerText = ({ value }: Pick<CountedEvent, 'value'>): string =>
  value === undefined ? '' : String(value);
