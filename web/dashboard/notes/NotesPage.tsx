import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../api/error.ts';
import { Button } from '../kit/Button.tsx';
import { EmptyState } from '../kit/EmptyState.tsx';
import { ErrorState } from '../kit/ErrorState.tsx';
import { TextField } from '../kit/TextField.tsx';
import { useToast } from '../kit/Toast.tsx';
import { useSession } from '../shell/session-context.tsx';
import { noteCommands, noteListQuery } from './note-commands.ts';

function Notes({ appId, editable }: { appId: string; editable: boolean }) {
  const client = useQueryClient();
  const toast = useToast();
  const [words, setWords] = useState('');
  const query = noteListQuery(appId);
  const { data, isError, refetch } = useQuery(query);
  const act = useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onSuccess: () => client.invalidateQueries({ queryKey: query.queryKey }),
    onError: (error) => toast({ kind: 'error', text: errorText(error) }),
  });
  if (isError) return <ErrorState title="The notes did not load" onRetry={() => void refetch()} />;
  return (
    <>
      {editable ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            act.mutate(() => noteCommands.addNote(appId, words).then(() => setWords('')));
          }}
        >
          <TextField label="Note" value={words} onChange={setWords} counter={280} />
          <Button type="submit" disabled={act.isPending || words === ''}>
            Pin
          </Button>
        </form>
      ) : null}
      <ul>
        {data?.map((note) => (
          <li key={note.id}>
            {note.words}
            {editable ? (
              <Button onClick={() => act.mutate(() => noteCommands.deleteNote(note.id))}>Delete</Button>
            ) : null}
          </li>
        ))}
      </ul>
      {data?.length === 0 ? <EmptyState title="No notes" text="What is pinned to this app stands here." /> : null}
    </>
  );
}

/** The notes that are pinned to the app. */
export function Component() {
  const { app, may } = useSession();
  return app ? <Notes appId={app.id} editable={may('app.settings')} /> : <EmptyState title="No app" text="Add one." />;
}
