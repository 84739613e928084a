import { useQueryClient } from '@tanstack/react-query';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useNotify } from 'ra-core';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { IconButton } from '../../kit/buttons/IconButton.tsx';
import { Progress } from '../../kit/states/Progress.tsx';
import { groupWords } from '../../words/group.en.ts';
import { t } from '../../words/t.ts';
import { refreshGroup } from '../group-queries.ts';
import { UploadState } from './UploadRow.tsx';
import css from './UploadsTray.module.css';
import type { UploadBatch } from './upload.ts';
import { uploads, useUploads } from './uploads.ts';

const addPath = '/story/add';

function headOf(batches: readonly UploadBatch[]): string {
  const all = batches.flatMap((batch) => batch.uploads);
  const going = all.filter((one) => one.state === 'waiting' || one.state === 'sending').length;
  const failed = all.filter((one) => one.state === 'failed').length;
  if (going) return t(groupWords.uploadingFiles, { count: going });
  if (batches.some((batch) => batch.adding)) return t(groupWords.addingStories);
  if (failed) return t(groupWords.filesFailed, { count: failed });
  return t(groupWords.readyToAdd, { count: all.length });
}

function BatchPart({ batch }: { batch: UploadBatch }) {
  const share = batch.uploads.reduce((sum, one) => sum + one.progress, 0) / Math.max(1, batch.uploads.length);
  return (
    <section aria-label={batch.groupTitle}>
      <div className={css.group}>
        <span className="truncate">{batch.groupTitle}</span>
        <Link to={batch.path}>{batch.status === null ? t(groupWords.finish) : t(groupWords.show)}</Link>
      </div>
      {batch.uploads.every(({ state }) => state === 'done') ? null : (
        <Progress value={share} label={t(groupWords.uploadsOfGroup, { groupTitle: batch.groupTitle })} />
      )}
      <ul className={css.files}>
        {batch.uploads.map((upload) => (
          <li key={upload.id}>
            <span className="t-small truncate">{upload.title || upload.file.name}</span>
            <UploadState upload={upload} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A small panel with all uploads, on every page; it says when stories were added. */
export default function UploadsTray() {
  const batches = useUploads();
  const client = useQueryClient();
  const notify = useNotify();
  const { pathname, search } = useLocation();
  const [open, setOpen] = useState(true);
  useEffect(
    () =>
      uploads.onNews((news) => {
        notify(news.text, { type: news.kind === 'added' ? 'success' : 'error' });
        refreshGroup(client, news.groupId);
      }),
    [client, notify],
  );
  // The drawer of a group and the page that adds stories list their files themselves.
  const creating = new URLSearchParams(search).has('create') ? pathname : null;
  const shown = batches.filter((batch) => `/stories/${batch.groupId}` !== creating && !pathname.startsWith(addPath));
  if (shown.length === 0) return null;
  return (
    <aside className={css.tray} aria-label={t(groupWords.uploads)}>
      <div className={css.head}>
        <span className="t-card" role="status">
          {headOf(shown)}
        </span>
        <IconButton
          size="small"
          label={open ? t(groupWords.foldUploads) : t(groupWords.unfoldUploads)}
          aria-expanded={open}
          icon={open ? <ChevronDown /> : <ChevronUp />}
          onClick={() => setOpen(!open)}
        />
      </div>
      {open ? (
        <div className={css.body}>
          {shown.map((batch) => (
            <BatchPart key={batch.groupId} batch={batch} />
          ))}
        </div>
      ) : null}
    </aside>
  );
}
