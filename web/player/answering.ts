import { answerEvents, answersTo, givenAnswer } from '#contracts/studio/answers.ts';
import { type FlatComponent, flatten } from '#contracts/studio/flat.ts';
import { leadsOn } from '#contracts/studio/flow.ts';
import type { Results } from './api.ts';
import type { DesignHost } from './designs.ts';
import type { Story } from './protocol.ts';
import { type AskedComponent, spokenResult } from './render/said.ts';
import type { ComponentState, RenderActions } from './render/state.ts';
import type { RenderWords } from './words.ts';

/** How long after the last touch a reaction or a rating is final, and how long a final answer is seen before it leads on; ms. */
const lastTouch = 1000;
const seenFirst = 1500;

const isAsked = (one: FlatComponent): one is AskedComponent => one.kind in answerEvents;

/** The answers, reminders and cards of one story on the screen. */
export interface Answering {
  states: ReadonlyMap<string, ComponentState>;
  act: RenderActions;
  /** Whether anything of the story shows how others answered. */
  asks: boolean;
  /** Takes how others answered; what they show is there from now on, also of what is answered already. */
  know(results: Results): void;
  /** Whether a card lies over the story. */
  isOpen(): boolean;
  /** Makes what was chosen final; what leads on no longer does. */
  settle(): void;
}

/** Takes the answers of a story; `draw` is called after each change. What was answered before is there from the start. */
export function createAnswering(story: Story, host: DesignHost, words: RenderWords, draw: () => void): Answering {
  const states = new Map<string, ComponentState>();
  const pending = new Map<string, { timer: number; finish(): void }>();
  /** What was answered before this showing: the results have it. */
  const before = new Set<string>();
  let others: Results | null = null;
  let leading = 0;
  let open: string | null = null;

  const change = (id: string, more: ComponentState) => {
    states.set(id, { ...states.get(id), ...more });
    draw();
  };

  const all = flatten(story.studio!);
  for (const one of all) {
    const { id } = one.component;
    const known = host.answers.get(story.id, id);
    if (one.kind === 'countdown') states.set(id, { on: known === 'on' });
    if (!isAsked(one)) continue;
    const value = givenAnswer(answersTo({ kind: one.kind, ...one.component }), known);
    if (value === null) continue;
    states.set(id, { value, final: true });
    before.add(id);
  }

  /** How often each answer was given, the viewer's own among them; undefined where that is not known. */
  function countsOf(id: string, own: string): ComponentState['counts'] {
    const counts = others?.get(id);
    if (!counts) return undefined;
    const given = counts.get(own) ?? 0;
    // What was answered a moment ago may be counted a little later.
    return new Map(counts).set(own, before.has(id) ? Math.max(1, given) : given + 1);
  }

  function finish(one: AskedComponent, value: string): void {
    const { id } = one.component;
    clearTimeout(pending.get(id)?.timer);
    pending.delete(id);
    host.answers.set(story.id, id, value);
    change(id, { value, final: true, counts: countsOf(id, value) });
    const told = one.kind === 'rating' ? Number(value) : value;
    host.track(answerEvents[one.kind], id, told);
    host.emit('story-rail:answer', { component_id: id, type: one.kind, value: told });
    host.say(spokenResult(one, states.get(id)!, words));
    host.answered();
    if (!leadsOn(story, id, value)) return;
    // The last answer is the one that is seen before the story goes on.
    clearTimeout(leading);
    leading = window.setTimeout(host.goOn, seenFirst);
  }

  return {
    states,
    asks: all.some(({ component }) => 'show_results' in component && component.show_results),
    know(results) {
      others = results;
      for (const one of all) {
        const { id } = one.component;
        const { value, final } = states.get(id) ?? {};
        if (!isAsked(one) || !final) continue;
        change(id, { counts: countsOf(id, value!) });
        // What was there from the start is read when one comes to it.
        if (!before.has(id)) host.say(spokenResult(one, states.get(id)!, words));
      }
    },
    isOpen: () => open !== null,
    act: {
      answer(one, value) {
        const { id } = one.component;
        if (!isAsked(one) || states.get(id)?.final) return;
        if (one.kind === 'poll' || one.kind === 'quiz') return finish(one, value);
        clearTimeout(pending.get(id)?.timer);
        const done = () => finish(one, value);
        pending.set(id, { timer: window.setTimeout(done, lastTouch), finish: done });
        change(id, { value });
      },
      toggle(one) {
        const { id } = one.component;
        const on = !states.get(id)?.on;
        if (one.kind === 'countdown') {
          host.answers.set(story.id, id, on ? 'on' : null);
          host.track(on ? 'countdown_reminder_set' : 'countdown_reminder_removed', id);
          host.emit('story-rail:reminder', { component_id: id, on, ts_end: one.component.ts_end });
          if (on) host.say(words.reminded);
        } else if (one.kind === 'product_tag') {
          const { product_id } = one.component;
          if (on) host.track('product_tag_clicked', id, product_id);
          if (on && !host.emit('story-rail:product', { component_id: id, product_id, url: null }, true)) return;
          open = on ? id : null;
        }
        change(id, { on });
      },
      open(one, link, event) {
        const { id } = one.component;
        let follow = true;
        if (one.kind === 'product_tag') {
          const { product_id } = one.component;
          // Of a card its tap has counted.
          if (open !== id) host.track('product_tag_clicked', id, product_id);
          follow = host.emit('story-rail:product', { component_id: id, product_id, url: link.href }, true);
        } else {
          host.track('story_clicked', id);
          follow = host.emit('story-rail:click', { component_id: id, url: link.href }, true);
        }
        if (!follow) event.preventDefault();
      },
    },
    settle() {
      for (const one of [...pending.values()]) one.finish();
      clearTimeout(leading);
    },
  };
}
