import type { SdkEvent, SdkEventType } from '#contracts/sdk/protocol.ts';
import type { EpochMs } from '#contracts/time.ts';
import { createDemoIds } from './random.ts';

/** The events of a visit as they come about, and the moment that it has come to (unix milliseconds). */
export interface DemoVisit {
  events: SdkEvent[];
  now: EpochMs;
  add(type: SdkEventType, more?: Partial<SdkEvent>): void;
}

/** A visit that starts at a moment (unix milliseconds). */
export const createSession = (key: string, start: EpochMs): DemoVisit => {
  const nextId = createDemoIds(`events:${key}`);
  const session: DemoVisit = {
    events: [],
    now: start,
    add(type, more = {}) {
      session.events.push({ id: nextId(session.now), type, at: session.now, ...more });
    },
  };
  return session;
};
