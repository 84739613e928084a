import { useSyncExternalStore } from 'react';
import type { BulkResult } from '#contracts/api/envelope.ts';
import { ApiError, errorText } from '../../api/error.ts';
import { call, newKey } from '../../api/http.ts';
import { onPersonChange } from '../../api/session.ts';
import { uploadFile } from '../../api/upload.ts';
import type { PictureCrop } from '../../crop/picture-crop.ts';
import { groupWords } from '../../words/group.en.ts';
import { t } from '../../words/t.ts';
import { fileProblem, titleOfFile } from './file-checks.ts';
import type { ReadyStory, Upload, UploadBatch, UploadDestination, UploadNews } from './upload.ts';
import type { StoryWords } from './upload-checks.ts';
import { errorsByPlace, storyOf } from './upload-request.ts';
import { noteUploadsBusy, noteUploadsLoaded } from './uploads-loaded.ts';

const atOnce = 2;
const listeners = new Set<() => void>();
const hearers = new Set<(news: UploadNews) => void>();
const running = new Map<string, AbortController>();
let batches: readonly UploadBatch[] = [];

function warnBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

function publish(next: readonly UploadBatch[]): void {
  batches = next;
  // What has arrived is lost with the document, too, until it is a story.
  const busy =
    running.size > 0 ||
    next.some((batch) => batch.adding || batch.uploads.some(({ state }) => state === 'waiting' || state === 'done'));
  if (typeof window !== 'undefined') {
    noteUploadsBusy(busy);
    if (busy) window.addEventListener('beforeunload', warnBeforeLeaving);
    else window.removeEventListener('beforeunload', warnBeforeLeaving);
  }
  for (const listener of listeners) listener();
}

function editBatch(groupId: string, change: (batch: UploadBatch) => UploadBatch | null): void {
  publish(
    batches.flatMap((batch) => {
      if (batch.groupId !== groupId) return [batch];
      const next = change(batch);
      return next ? [next] : [];
    }),
  );
}

function editUpload(id: string, change: Partial<Upload>): void {
  publish(
    batches.map((batch) =>
      batch.uploads.some((one) => one.id === id)
        ? { ...batch, uploads: batch.uploads.map((one) => (one.id === id ? { ...one, ...change } : one)) }
        : batch,
    ),
  );
}

/** Whether a file can never become a story. */
export const isHopeless = ({ state, retryable }: Upload) => state === 'failed' && !retryable;

/** Whether a file is to become a story with the others. */
export const isWanted = (upload: Upload) => !upload.leftOut;

/** Whether something is lost when an upload is taken out: its file has arrived, or it was given words. */
export const isWorkedOn = (upload: Upload) =>
  upload.state === 'done' ||
  (!isHopeless(upload) &&
    (upload.title !== titleOfFile(upload.file.name) || `${upload.button_text}${upload.outlink}` !== ''));

const find = (id: string) => batches.flatMap((batch) => batch.uploads).find((one) => one.id === id);
const forgetPreview = (upload: Upload) => upload.preview?.startsWith('blob:') && URL.revokeObjectURL(upload.preview);

const isAdding = (groupId: string) => batches.some((batch) => batch.groupId === groupId && batch.adding);

/** What may still be changed: while stories are being added, what is sent of them stays as it is. */
function findFree(id: string): Upload | undefined {
  const upload = find(id);
  return upload && !isAdding(upload.groupId) ? upload : undefined;
}

/** Ends the sending of a file; what it still answers is not heard. */
function stop(id: string): void {
  running.get(id)?.abort();
  running.delete(id);
}

function drop(groupId: string): void {
  const batch = batches.find((one) => one.groupId === groupId);
  for (const upload of batch?.uploads ?? []) {
    stop(upload.id);
    forgetPreview(upload);
  }
  editBatch(groupId, () => null);
}

async function send(upload: Upload): Promise<void> {
  const control = new AbortController();
  running.set(upload.id, control);
  editUpload(upload.id, { state: 'sending', progress: 0, problem: null });
  const isCurrent = () => running.get(upload.id) === control;
  try {
    const stored = await uploadFile(upload.file, {
      signal: control.signal,
      onProgress: (progress) => editUpload(upload.id, { progress }),
    });
    if (isCurrent()) {
      running.delete(upload.id);
      const preview = upload.preview ?? stored.thumbnail ?? null;
      editUpload(upload.id, { state: 'done', progress: 1, stored, preview });
    }
  } catch (error) {
    if (isCurrent()) {
      running.delete(upload.id);
      // A quota has room again when other files go, or tomorrow.
      const retryable =
        !(error instanceof ApiError) || error.status === 0 || error.status >= 429 || error.code === 'QuotaReached';
      const problem = errorText(error) ?? t(groupWords.uploadFailed);
      editUpload(upload.id, { state: 'failed', problem, retryable });
    }
  }
  next(upload.groupId);
}

function next(groupId: string): void {
  for (const upload of batches.flatMap((batch) => batch.uploads)) {
    if (running.size >= atOnce) break;
    if (upload.state === 'waiting') send(upload);
  }
  addWhenReady(groupId);
}

async function addWhenReady(groupId: string): Promise<void> {
  const batch = batches.find((one) => one.groupId === groupId);
  if (!batch?.status || batch.adding) return;
  const wanted = batch.uploads.filter(isWanted);
  if (wanted.some((one) => one.state === 'waiting' || one.state === 'sending')) return;
  const ready = wanted.filter((one) => one.state === 'done');
  if (ready.length === 0) return;
  const { status } = batch;
  editBatch(groupId, (one) => ({ ...one, adding: true }));
  try {
    const body = { stories: ready.flatMap((one) => (one.stored ? [storyOf(one, one.stored, status)] : [])) };
    const { data, message } = await call<BulkResult>('POST', '/story/multiple', { body, idempotencyKey: batch.key });
    const refused = data.refused[0];
    if (refused && data.changed.length === 0) {
      const errors = data.refused.flatMap((one) => one.errors ?? []);
      throw new ApiError(409, refused.code, refused.message, errors);
    }
    for (const one of ready) forgetPreview(one);
    editBatch(groupId, (one) => {
      const uploads = one.uploads.filter((upload) => !ready.some((gone) => gone.id === upload.id));
      return uploads.length ? { ...one, adding: false, status: null, key: newKey(), uploads } : null;
    });
    tell({ kind: 'added', groupId, text: batch.thanks ?? message ?? t(groupWords.storiesAdded) });
  } catch (error) {
    const places = errorsByPlace(error);
    const errorsOf = new Map(ready.map((one, at) => [one.id, places.get(at) ?? {}]));
    // Without an answer the stories may have been added: the same request may be sent again, not another one.
    const unanswered = !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
    editBatch(groupId, (one) => ({
      ...one,
      adding: false,
      status: null,
      key: unanswered ? one.key : newKey(),
      uploads: one.uploads.map((upload) => ({ ...upload, errors: errorsOf.get(upload.id) ?? upload.errors })),
    }));
    tell({ kind: 'refused', groupId, text: errorText(error) });
  }
}

function tell(news: UploadNews): void {
  for (const hearer of hearers) hearer(news);
}

function join(group: UploadDestination, added: readonly Upload[]): void {
  if (added.length === 0) return;
  const known = batches.some((batch) => batch.groupId === group.id);
  const fresh: UploadBatch = {
    groupId: group.id,
    groupTitle: group.title,
    path: group.path,
    status: null,
    adding: false,
    thanks: null,
    key: newKey(),
    uploads: [],
  };
  batches = known ? batches : [...batches, fresh];
  // New files wait to be named: nothing is added before the person asks again.
  editBatch(group.id, (batch) => ({ ...batch, status: null, key: newKey(), uploads: [...batch.uploads, ...added] }));
  next(group.id);
}

/** The uploads of the dashboard. They live outside of the pages, so a change of page does not end them. */
export const uploads = {
  /** Starts to upload files for a group; what cannot be a story stands there with its reason. */
  add(group: UploadDestination, files: readonly File[]): void {
    const added = files.map((file): Upload => {
      const problem = fileProblem(file);
      return {
        id: newKey(),
        groupId: group.id,
        file,
        preview: file.type.startsWith('image/') ? URL.createObjectURL(file) : null,
        state: problem ? 'failed' : 'waiting',
        progress: 0,
        problem,
        retryable: false,
        errors: {},
        stored: null,
        title: titleOfFile(file.name),
        button_text: '',
        outlink: '',
      };
    });
    join(group, added);
  },
  /** Puts stories beside the files whose media are uploads already; those that stand there stay as they are. */
  addStored(group: UploadDestination, stories: readonly ReadyStory[]): void {
    const known = new Set(batches.flatMap((batch) => batch.uploads.map((one) => one.id)));
    const added = stories.map((story): Upload => {
      const { id, ...copied } = story;
      const { title, stored } = story;
      return {
        id: `${group.id}/${id}`,
        groupId: group.id,
        file: new File([], title, { type: stored.mime_type }),
        preview: stored.thumbnail ?? (stored.mime_type.startsWith('video/') ? null : stored.file),
        state: 'done',
        progress: 1,
        problem: null,
        retryable: false,
        errors: {},
        ...copied,
      };
    });
    join(
      group,
      added.filter((one) => !known.has(one.id)),
    );
  },
  /** Takes stories in or leaves them out of what is added; left out they stay in the list. */
  choose(ids: readonly string[], on: boolean): void {
    for (const id of ids) {
      const upload = findFree(id);
      if (!upload) continue;
      editUpload(id, { leftOut: !on });
      editBatch(upload.groupId, (batch) => ({ ...batch, status: null, key: newKey() }));
    }
  },
  /** Changes the words of a story before it is added. */
  edit(id: string, words: Partial<StoryWords>): void {
    const upload = findFree(id);
    if (!upload) return;
    const errors = Object.fromEntries(Object.entries(upload.errors).filter(([field]) => !(field in words)));
    editUpload(id, { ...words, errors });
    editBatch(upload.groupId, (batch) => ({ ...batch, key: newKey() }));
  },
  /** Takes a file out, also while it is being sent. */
  cancel(id: string): void {
    const upload = findFree(id);
    if (!upload) return;
    stop(id);
    forgetPreview(upload);
    editBatch(upload.groupId, (batch) => {
      const rest = batch.uploads.filter((one) => one.id !== id);
      return rest.length ? { ...batch, key: newKey(), uploads: rest } : null;
    });
    next(upload.groupId);
  },
  /** Sends a cropped picture in place of the one before, or the whole one again. */
  crop(id: string, file: File, cropped: PictureCrop | undefined): void {
    const upload = findFree(id);
    if (!upload) return;
    stop(id);
    forgetPreview(upload);
    const preview = URL.createObjectURL(file);
    editUpload(id, { file, cropped, preview, state: 'waiting', progress: 0, problem: null, stored: null, errors: {} });
    editBatch(upload.groupId, (one) => ({ ...one, status: null, key: newKey() }));
    next(upload.groupId);
  },
  /** Sends a file again that failed. */
  retry(id: string): void {
    const upload = find(id);
    if (upload?.state !== 'failed') return;
    editUpload(id, { state: 'waiting', problem: null, progress: 0 });
    next(upload.groupId);
  },
  /** Adds the stories of a group as soon as all its files have arrived. */
  submit(groupId: string, status: 1 | 2, thanks: string | null = null): void {
    // What can never be a story was shown with its reason and is left behind.
    editBatch(groupId, (batch) => ({
      ...batch,
      status,
      thanks,
      uploads: batch.uploads.filter((one) => !isHopeless(one)),
    }));
    addWhenReady(groupId);
  },
  /** Takes out all files of a group. */
  discard(groupId: string): void {
    if (!isAdding(groupId)) drop(groupId);
  },
  /** Calls back when stories were added or refused; answers the function that stops it. */
  onNews(hearer: (news: UploadNews) => void): () => void {
    hearers.add(hearer);
    return () => hearers.delete(hearer);
  },
  /** What there is now. */
  all: (): readonly UploadBatch[] => batches,
};

noteUploadsLoaded();
onPersonChange(() => {
  for (const batch of batches) drop(batch.groupId);
});

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** The batches of all groups, drawn again when one changes. */
export function useUploads(): readonly UploadBatch[] {
  return useSyncExternalStore(subscribe, uploads.all);
}

/** Whether the stories of a group are being added: until then nothing about them is changed. */
export function useAdding(groupId: string): boolean {
  return useSyncExternalStore(subscribe, () => isAdding(groupId));
}
