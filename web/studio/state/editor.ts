import type { Studio } from '#contracts/studio/shape.ts';
import { type History, noHistory, redoStep, type Stepped, sealed, stepBetween, undoStep, withStep } from './history.ts';
import type { StoryContent } from './story-content.ts';

/** What the studio shows of the story that is open. */
export interface EditorState {
  storyId: string;
  content: StoryContent;
  /** The ids of the components that are selected, in the order in which they were. */
  selection: readonly string[];
  /** The moment of the story that is shown, in ms from its start; null shows everything at once. */
  time: number | null;
  playing: boolean;
  history: History;
  /** It can be looked at only: somebody else writes this story, or it isn't decided yet what becomes of an earlier visit's changes. */
  readOnly: boolean;
}

/** A change of a design: pure, keeps what it does not change, and answers the same design where it changes nothing. */
export type DesignEdit<Input> = (design: Studio, input: Input) => Studio;

type Listener = () => void;

/**
 * Holds the story that is open, with its history. Everything on the page reads from it and changes it by its methods; each
 * change of the content goes into the history. With a `merge` key, changes that follow each other are one step to undo.
 */
export class Editor {
  #state: EditorState;
  readonly #listeners = new Set<Listener>();
  #isLeft = false;

  constructor(storyId: string, content: StoryContent, history: History = noHistory) {
    this.#state = { storyId, content, history, selection: [], time: null, playing: false, readOnly: false };
  }

  get state(): EditorState {
    return this.#state;
  }

  /** The story was left: nothing saves what is changed from now on. */
  get isLeft(): boolean {
    return this.#isLeft;
  }

  leave(): void {
    this.#isLeft = true;
  }

  /** Calls a function after each change; answers how to stop it. */
  subscribe = (listener: Listener): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #set(changes: Partial<EditorState>): void {
    this.#state = { ...this.#state, ...changes };
    for (const listener of this.#listeners) listener();
  }

  /** Changes the content; nothing while it can be looked at only. */
  change(edit: (content: StoryContent) => StoryContent, merge: string | null = null): void {
    const { content, history, readOnly } = this.#state;
    if (readOnly) return;
    const next = edit(content);
    const step = stepBetween(content, next, merge);
    if (step) this.#set({ content: next, history: withStep(history, step) });
  }

  /** Changes the design by one of the edits. */
  edit<Input>(edit: DesignEdit<Input>, input: Input, merge: string | null = null): void {
    this.change((content) => {
      const studio = edit(content.studio, input);
      return studio === content.studio ? content : { ...content, studio };
    }, merge);
  }

  /** Ends the step that changes with a `merge` key have gone into: a drag is over, a field is left. */
  seal(): void {
    const history = sealed(this.#state.history);
    if (history !== this.#state.history) this.#set({ history });
  }

  /** Takes back the step that changes with a `merge` key have gone into, as if it never was: a drag was broken off. */
  dropStep(merge: string): void {
    const { content, history } = this.#state;
    const dropped = history.done.at(-1)?.merge === merge ? undoStep(content, history) : null;
    if (dropped) this.#step({ ...dropped, history: { ...dropped.history, undone: [] } });
  }

  undo(): void {
    this.#step(undoStep(this.#state.content, this.#state.history));
  }

  redo(): void {
    this.#step(redoStep(this.#state.content, this.#state.history));
  }

  #step(stepped: Stepped | null): void {
    if (!stepped || this.#state.readOnly) return;
    const there = new Set(componentIds(stepped.content.studio));
    this.#set({ ...stepped, selection: this.#state.selection.filter((id) => there.has(id)) });
  }

  select(selection: readonly string[]): void {
    this.#set({ selection: [...new Set(selection)] });
  }

  /** Shows a moment of the story; null shows everything at once. */
  showTime(time: number | null): void {
    if (time !== this.#state.time) this.#set({ time });
  }

  play(playing: boolean): void {
    if (playing !== this.#state.playing) this.#set({ playing });
  }

  setReadOnly(readOnly: boolean): void {
    if (readOnly !== this.#state.readOnly) this.#set({ readOnly });
  }

  /** Shows a content that came from elsewhere: nothing of what was before can be undone. */
  replace(content: StoryContent): void {
    const there = new Set(componentIds(content.studio));
    this.#set({ content, history: noHistory, selection: this.#state.selection.filter((id) => there.has(id)) });
  }
}

/** The ids of all components of a design. */
export const componentIds = (design: Studio): string[] =>
  Object.values(design).flatMap((list) => (Array.isArray(list) ? list.map(({ id }: { id: string }) => id) : []));
