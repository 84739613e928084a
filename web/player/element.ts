import { type Answers, createAnswers } from './answers.ts';
import { createApi, DeliveryError } from './api.ts';
import { askedBefore } from './asked-before.ts';
import { browserClock, randomId } from './clock.ts';
import { createDesignLoader } from './designs.ts';
import { forgetIdentity, headOf, queryOf, readSettings, type Settings } from './identity.ts';
import { memoryOf } from './memory.ts';
import type { Group } from './protocol.ts';
import { createQueue, type Queue } from './queue.ts';
import { createRail, type Rail } from './rail.ts';
import { createSeen, type Seen } from './seen.ts';
import { silentLine, silentQueue, silentStore } from './silent.ts';
import { createStore, forgetStored } from './store.ts';
import { styles } from './styles.ts';
import { createTracker, type Tracker } from './tracker.ts';
import { type OpenViewer, openViewer } from './viewer.ts';
import { isRtlLocale, wordsFor } from './words.ts';

const watched = ['token', 'labels', 'viewer-id', 'device-id', 'app-version', 'locale', 'consent', 'preview'];
const stale = 60_000;
const sound = { muted: false };

/** What belongs to one viewer of a token; `api` and `queue` are those of all its viewers. */
type Line = Pick<Settings, 'token' | 'preview' | 'viewerId'> & {
  api: ReturnType<typeof createApi>;
  queue: Queue;
  tracker: Tracker;
  answers: Answers;
  seen: Seen;
  bar: boolean;
  /** The groups whose covers were counted. */
  covers: Set<string>;
};

/** `<story-rail token>`: a bar of covers that opens the viewer; it calls the origin that `script` came from. */
export function defineStoryRail(script: string): void {
  const designs = createDesignLoader(script);
  class StoryRail extends HTMLElement {
    static observedAttributes = watched;
    #root = this.attachShadow({ mode: 'open' });
    #settings: Settings;
    #store = createStore(() => this.#settings.consent);
    #line: Line | null = null;
    #rail: Rail | null = null;
    #groups: Group[] = [];
    #given: Group[] | null = null;
    #openAt: (index: number) => void = () => {};
    #viewer: OpenViewer | null = null;
    #request: AbortController | null = null;
    #cancelRetry: (() => void) | null = null;
    #scheduled = false;
    #leaving = false;
    #tries = 0;
    #loadedAt = 0;

    constructor() {
      super();
      const asked = askedBefore(this, ['consent', 'preview']);
      // The attributes of an element that a page creates by itself may be set only after this.
      if ('consent' in asked) this.consent = asked.consent as boolean;
      if ('preview' in asked) this.preview = asked.preview as boolean;
      this.#settings = readSettings(this);
    }

    /** Whether the viewer agrees to be known; `false` and 'false' are no, and without a value (null, undefined) it is yes. */
    get consent(): boolean {
      return readSettings(this).consent;
    }
    set consent(given: boolean | string | null | undefined) {
      if (given === null || given === undefined) this.removeAttribute('consent');
      else this.setAttribute('consent', String(given));
    }

    /** Whether what is watched here is sent and kept nowhere. */
    get preview(): boolean {
      return readSettings(this).preview;
    }
    set preview(given: boolean | string | null | undefined) {
      if (given === null || given === undefined || given === false) this.removeAttribute('preview');
      else this.setAttribute('preview', given === true ? '' : given);
    }

    connectedCallback(): void {
      this.#root.adoptedStyleSheets = [styles()];
      document.addEventListener('visibilitychange', this.#onVisibility);
      addEventListener('pagehide', this.#onPageHide);
      addEventListener('online', this.#onOnline);
      this.#schedule();
    }

    disconnectedCallback(): void {
      document.removeEventListener('visibilitychange', this.#onVisibility);
      removeEventListener('pagehide', this.#onPageHide);
      removeEventListener('online', this.#onOnline);
      this.#viewer?.close('auto');
      this.#request?.abort();
      this.#cancelRetry?.();
      this.#rail?.stop();
      this.#line?.queue.flush();
    }

    attributeChangedCallback(_name: string, before: string | null, after: string | null): void {
      if (before !== after && this.isConnected) this.#schedule();
    }

    /** Opens the viewer at a group of the bar; false when the bar does not have it. */
    open(groupId: string): boolean {
      const index = this.#groups.findIndex((group) => group.id === groupId);
      if (index < 0) return false;
      this.#viewer?.close();
      this.#openAt(index);
      return true;
    }

    /** Closes the viewer if it is open, for pages that handle a click themselves. */
    close(): void {
      this.#viewer?.close();
    }

    /** Shows these groups instead of those of the token; of their viewing nothing is sent, counted or kept. */
    show(groups: Group[]): void {
      this.#given = groups.filter((group) => group.stories?.length);
      this.#viewer?.close('auto');
      this.#schedule();
    }

    #onVisibility = () => {
      this.#rail?.settle();
      if (document.hidden) {
        this.#line?.queue.leave();
        return;
      }
      this.#line?.queue.wake();
      if (!this.#viewer && !this.#given && browserClock.now() - this.#loadedAt > stale) this.#schedule();
    };

    // A page that goes away closes the viewer first, so that the last story's time is in the beacon.
    #onPageHide = () => {
      this.#leaving = true;
      this.#viewer?.close('auto');
      this.#leaving = false;
      this.#line?.queue.leave();
    };

    #onOnline = () => {
      this.#line?.queue.wake();
      if (this.#cancelRetry) this.#schedule();
    };

    #schedule(): void {
      if (this.#scheduled) return;
      this.#scheduled = true;
      queueMicrotask(() => {
        this.#scheduled = false;
        if (this.isConnected) void this.#load();
      });
    }

    #emit = (name: string, detail: Record<string, unknown>, cancelable = false): boolean =>
      this.dispatchEvent(new CustomEvent(name, { detail, cancelable, bubbles: true, composed: true }));

    // Debugging events stay on the element, so that pages do not come to depend on them.
    #report = (name: string, detail: unknown) => this.dispatchEvent(new CustomEvent(name, { detail }));

    #lineFor({ token, preview, viewerId }: Settings): Line {
      const before = this.#line;
      const same = before?.token === token && before.preview === preview ? before : null;
      if (same?.viewerId === viewerId) return same;
      before?.queue.flush();
      const api = same?.api ?? createApi(script, token);
      const store = preview ? silentStore : this.#store;
      const queue = same?.queue ?? (preview ? silentQueue : this.#queueOf(token, api));
      const tracker = createTracker(browserClock, randomId, (event) => {
        queue.add(event);
        this.#report('story-rail:track', event);
      });
      const memory = memoryOf(store, token, viewerId);
      // A viewer who is named while the bar shows was shown it already.
      const shown = same && !same.viewerId ? same : { bar: false, covers: new Set<string>() };
      const answers = createAnswers(store, memory);
      this.#line = {
        token,
        preview,
        viewerId,
        api,
        queue,
        tracker,
        answers,
        seen: createSeen(store, memory, answers),
        bar: shown.bar,
        covers: shown.covers,
      };
      return this.#line;
    }

    #queueOf(token: string, api: Line['api']): Queue {
      return createQueue({
        clock: browserClock,
        newId: randomId,
        random: Math.random,
        store: this.#store,
        token,
        head: () => headOf(this.#settings, this.#store),
        post: api.post,
        beacon: api.beacon,
        sent: (sent) => this.#report('story-rail:sent', sent),
      });
    }

    async #load(): Promise<void> {
      const before = this.#settings;
      const settings = readSettings(this);
      const { token, consent, preview, viewerId } = settings;
      const other = before.token !== token || before.preview !== preview;
      const moved = other || before.viewerId !== viewerId;
      // What has happened belongs to whom it happened to; only withdrawn consent takes that name away.
      if (consent) {
        if (moved) this.#viewer?.close('auto');
        this.#line?.queue.flush();
      }
      this.#settings = settings;
      if (this.#given) {
        if (this.#line?.queue !== silentQueue) this.#line = silentLine(script);
        this.#render(this.#given);
        return;
      }
      if (!consent) this.#forget();
      if (moved) this.#viewer?.close('auto');
      this.#request?.abort();
      this.#cancelRetry?.();
      this.#cancelRetry = null;
      if (!token) {
        this.#render([]);
        return;
      }
      const line = this.#lineFor(settings);
      // What a viewer was shown may be for nobody else; what was shown to nobody in particular is for all.
      if (moved) this.#render(other || before.viewerId ? [] : this.#groups);
      const request = new AbortController();
      this.#request = request;
      try {
        const data = await line.api.stories(queryOf(this.#settings), request.signal);
        if (request.signal.aborted) return;
        this.#tries = 0;
        this.#loadedAt = browserClock.now();
        this.#render(data.groups);
        this.#report('story-rail:data', data);
      } catch (error) {
        if (!request.signal.aborted) this.#missed(error);
      }
    }

    #missed(error: unknown): void {
      this.#report('story-rail:failed', { status: error instanceof DeliveryError ? error.status : 0 });
      if (error instanceof DeliveryError && error.final) {
        console.warn(`story-rail: no stories for this token (HTTP ${error.status}).`);
        this.#render([]);
        return;
      }
      const wait = error instanceof DeliveryError ? (error.retryAfter ?? 0) : 0;
      const backoff = Math.min(60_000, 1000 * 2 ** this.#tries++) * (0.5 + Math.random() / 2);
      this.#cancelRetry = browserClock.after(Math.max(wait, backoff), () => this.#schedule());
    }

    #forget(): void {
      forgetStored();
      forgetIdentity();
      this.#line?.queue.strip(headOf(this.#settings, this.#store));
    }

    #render(groups: Group[]): void {
      const line = this.#line;
      const focused = this.#root.activeElement?.closest('li');
      const index = focused ? [...(focused.parentElement?.children ?? [])].indexOf(focused) : -1;
      this.#rail?.stop();
      this.#rail?.element.remove();
      this.#rail = null;
      this.#groups = groups;
      if (!line || !groups.length) return;
      const { locale } = this.#settings;
      if (groups.some(({ stories }) => stories.some(({ studio }) => studio))) void designs.load(locale);
      const rtl = getComputedStyle(this).direction === 'rtl' || (isRtlLocale(locale) && !this.closest('[dir]'));
      const words = wordsFor(locale);
      this.#openAt = (at) => {
        if (this.#viewer) return;
        this.#viewer = openViewer(
          {
            root: this.#root,
            groups,
            words,
            locale,
            designs,
            rtl,
            contained: this.hasAttribute('contained'),
            answers: line.answers,
            results: line.preview ? async () => null : line.api.results,
            seen: line.seen,
            tracker: line.tracker,
            sound,
            emit: this.#emit,
            closed: (opener) => {
              this.#viewer = null;
              this.#rail?.settle();
              this.#rail?.mark();
              this.#rail?.focus(opener);
              if (!this.#leaving) line.queue.flush();
            },
          },
          at,
        );
        this.#rail?.settle();
      };
      this.#rail = createRail({
        groups,
        words,
        rtl,
        seen: line.seen,
        clock: browserClock,
        hidden: () => this.#viewer !== null,
        halfVisible: () => {
          if (line.bar) return;
          line.bar = true;
          line.tracker.bar();
        },
        coverShown: (group, position) => {
          if (line.covers.has(group.id)) return;
          line.covers.add(group.id);
          line.tracker.cover(group, position);
        },
        open: (at) => this.#openAt(at),
      });
      this.#root.prepend(this.#rail.element);
      const again = groups[index];
      if (again) this.#rail.focus(again);
    }
  }
  if (!customElements.get('story-rail')) customElements.define('story-rail', StoryRail);
}
