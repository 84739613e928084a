/** How what is on the screen stands to what the server has. */
export type SaveState =
  | { at: 'saved'; ts: number | null }
  | { at: 'saving' }
  /** No answer comes: the changes are kept on this device. */
  | { at: 'offline' }
  /** The server takes nothing for now, or not from here: the changes are kept on this device. */
  | { at: 'paused' }
  /** The server does not have the changes, and this device keeps nothing: they are on this page alone. */
  | { at: 'unkept' }
  /** The server took the draft and refused it; the next change is sent again. */
  | { at: 'refused'; reason: string };

/** What came of sending a content. */
export type Sent =
  | { is: 'saved'; rev: number; ts: number }
  /** Nobody answered, or not yet: it is sent again. `busy`: the server asked to wait. */
  | { is: 'away'; busy?: boolean }
  /** Refused for what it holds. */
  | { is: 'refused'; reason: string }
  /** Somebody else writes the story, or it was saved elsewhere: nothing is sent until `resume`. */
  | { is: 'lost' };

/** What a saver works with. */
export interface SaverParts<Content> {
  rev: number;
  ts: number | null;
  send: (content: Content, rev: number) => Promise<Sent>;
  /** Keeps what is not saved on this device, and answers false where it could not; forgets it once it is saved. */
  keep: (content: Content, rev: number) => unknown;
  forget: () => unknown;
  setTimer?: (act: () => void, ms: number) => number;
  clearTimer?: (timer: number) => void;
  now?: () => number;
}

/** A pause in the changes of so many ms sends them, and so many after the first unsaved one at the latest. */
const pauseMs = 800;
const latestMs = 5000;
const keepMs = 200;
const retryMs = [2000, 5000, 10_000] as const;
/** A place that was lost is not asked for again sooner. */
const resumeMs = 2000;

/**
 * Saves a content whenever it changes: one request at a time, the newest content wins, and what is not yet saved is kept on
 * this device. Who subscribes is called whenever `state` changes.
 */
export class Saver<Content> {
  readonly #parts: Required<SaverParts<Content>>;
  readonly #listeners = new Set<() => void>();
  #state: SaveState;
  #rev: number;
  #unsaved: { content: Content } | null = null;
  #since = 0;
  #sending: Promise<void> | null = null;
  #timer: number | undefined;
  #keeping: number | undefined;
  #failures = 0;
  #lost = false;
  #isKept = true;
  #waits: 'offline' | 'paused' | null = null;
  #lostAt = Number.NEGATIVE_INFINITY;
  #ended = false;
  #over: () => void = () => {};

  /** Settles once the last save, which `end` sends, was answered. */
  readonly over = new Promise<void>((settle) => {
    this.#over = settle;
  });

  constructor(parts: SaverParts<Content>) {
    this.#parts = {
      setTimer: (act, ms) => window.setTimeout(act, ms),
      clearTimer: (timer) => window.clearTimeout(timer),
      now: Date.now,
      ...parts,
    };
    this.#rev = parts.rev;
    this.#state = { at: 'saved', ts: parts.ts };
  }

  get state(): SaveState {
    return this.#state;
  }

  /** The revision that the server has, as far as this page knows. */
  get rev(): number {
    return this.#rev;
  }

  /** Whether the server has all that was changed. */
  get isSaved(): boolean {
    return this.#unsaved === null && this.#sending === null;
  }

  /** Whether changes are on this page alone, to be lost with it. */
  get isAtRisk(): boolean {
    return !this.#isKept && !this.isSaved;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #become(state: SaveState): void {
    this.#state = state;
    this.#waits = null;
    for (const listener of this.#listeners) listener();
  }

  #wait(at: 'offline' | 'paused'): void {
    this.#become({ at: this.#isKept ? at : 'unkept' });
    this.#waits = at;
  }

  #schedule(ms: number): void {
    if (this.#ended) return;
    if (this.#timer !== undefined) this.#parts.clearTimer(this.#timer);
    this.#timer = this.#parts.setTimer(() => {
      this.#timer = undefined;
      void this.#send();
    }, ms);
  }

  /** Takes a changed content; it is sent in a moment. */
  changed(content: Content): void {
    const now = this.#parts.now();
    if (!this.#unsaved) this.#since = now;
    this.#unsaved = { content };
    this.#keepSoon();
    if (this.#lost) return;
    if (this.#failures === 0) this.#become({ at: 'saving' });
    if (this.#sending === null && this.#failures === 0)
      this.#schedule(Math.max(0, Math.min(pauseMs, this.#since + latestMs - now)));
  }

  #keepSoon(): void {
    if (this.#keeping !== undefined) return;
    this.#keeping = this.#parts.setTimer(() => {
      this.#keeping = undefined;
      this.keepNow();
    }, keepMs);
  }

  /** Keeps what is not saved on this device at once, as before the page is left. */
  keepNow(): void {
    if (!this.#unsaved) return;
    void Promise.resolve(this.#parts.keep(this.#unsaved.content, this.#rev)).then((answer) => {
      const isKept = answer !== false;
      if (isKept === this.#isKept) return;
      this.#isKept = isKept;
      if (this.#waits) this.#wait(this.#waits);
    });
  }

  async #send(): Promise<void> {
    if (this.#sending) return this.#sending;
    const sent = this.#unsaved;
    if (!sent || this.#lost) return;
    this.#sending = this.#parts
      .send(sent.content, this.#rev)
      .then((answer) => this.#answered(sent, answer))
      .finally(() => {
        this.#sending = null;
        // What changed meanwhile goes next.
        if (this.#unsaved && !this.#lost && this.#failures === 0 && this.#state.at === 'saving')
          this.#schedule(pauseMs);
      });
    return this.#sending;
  }

  #answered(sent: { content: Content }, answer: Sent): void {
    switch (answer.is) {
      case 'saved': {
        this.#failures = 0;
        this.#rev = answer.rev;
        if (this.#unsaved !== sent) {
          this.#since = this.#parts.now();
          this.#become({ at: 'saving' });
          return;
        }
        this.#unsaved = null;
        this.#parts.forget();
        this.#become({ at: 'saved', ts: answer.ts });
        return;
      }
      case 'away': {
        this.keepNow();
        this.#wait(answer.busy ? 'paused' : 'offline');
        this.#schedule(retryMs[Math.min(this.#failures, retryMs.length - 1)]!);
        this.#failures += 1;
        return;
      }
      case 'refused': {
        this.keepNow();
        this.#failures = 0;
        this.#become({ at: 'refused', reason: answer.reason });
        return;
      }
      case 'lost': {
        this.keepNow();
        this.#lost = true;
        this.#lostAt = this.#parts.now();
        this.#wait('paused');
        return;
      }
    }
  }

  /** Sends what is not saved at once; answers whether all is saved then. */
  async flush(): Promise<boolean> {
    for (let tries = 0; tries < 3 && !this.isSaved && !this.#lost; tries += 1) {
      if (this.#timer !== undefined) this.#parts.clearTimer(this.#timer);
      this.#timer = undefined;
      await this.#send();
      if (this.#failures > 0 || this.#state.at === 'refused') break;
    }
    return this.isSaved;
  }

  /** Answers come again: what waits is sent at once. */
  retry(): void {
    if (this.#failures > 0 && this.#unsaved) this.#schedule(0);
  }

  /** The place was lost and is there again, with this revision: what is not saved is sent, a while after the loss at the earliest. */
  resume(rev: number): void {
    this.#rev = rev;
    this.#lost = false;
    this.#failures = 0;
    if (this.#unsaved) {
      this.#become({ at: 'saving' });
      this.#schedule(Math.max(0, this.#lostAt + resumeMs - this.#parts.now()));
    } else this.#become({ at: 'saved', ts: null });
  }

  /** What was not saved is given up: the server's revision is what counts. */
  giveUp(rev: number, ts: number | null): void {
    this.#unsaved = null;
    this.#lost = false;
    this.#failures = 0;
    this.#rev = rev;
    if (this.#timer !== undefined) this.#parts.clearTimer(this.#timer);
    if (this.#keeping !== undefined) this.#parts.clearTimer(this.#keeping);
    this.#timer = undefined;
    this.#keeping = undefined;
    this.#parts.forget();
    this.#become({ at: 'saved', ts });
  }

  /** Sends what is not saved once more and nothing after it; what is not taken stays kept on this device. */
  async end(): Promise<void> {
    this.keepNow();
    if (this.#keeping !== undefined) this.#parts.clearTimer(this.#keeping);
    if (this.#timer !== undefined) this.#parts.clearTimer(this.#timer);
    this.#ended = true;
    await this.flush();
    this.#lost = true;
    this.#over();
  }
}
