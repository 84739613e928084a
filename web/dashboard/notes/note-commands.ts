import { queryOptions } from '@tanstack/react-query';
import type { NoteRow } from '#contracts/note/rows.ts';
import { http, newKey } from '../api/http.ts';

const send = () => ({ idempotencyKey: newKey() });

/** The notes of an app, the latest first. */
export const noteListQuery = (appId: string) =>
  queryOptions({
    queryKey: ['notes', appId],
    queryFn: ({ signal }) => http.get<NoteRow[]>('/note', { query: { app_id: appId }, signal }),
  });

/** Every act on notes, one method each; all throw ApiError. */
export const noteCommands = {
  addNote: (app_id: string, words: string) => http.post<{ id: string }>('/note', { app_id, words }, send()),
  deleteNote: (note_id: string) => http.delete<{ id: string }>('/note', { note_id }, send()),
} as const;
