import { appleApps } from './apple-answer.ts';
import { csvRows } from './csv-rows.ts';
import { siteHead } from './html-head.ts';
import { playApp, playFound } from './play-pages.ts';

/** What reads something whole and answers once. It runs in a worker: what goes in and comes out is cloned. */
export const readers = { siteHead, appleApps, playApp, playFound };

/** What reads a file piece by piece. */
export const streams = { csvRows };

type Readers = typeof readers;
type Streams = typeof streams;
export type ReaderName = keyof Readers;
export type StreamName = keyof Streams;
export type ReaderInput<N extends ReaderName> = Parameters<Readers[N]>[0];
export type ReaderOutput<N extends ReaderName> = ReturnType<Readers[N]>;
export type StreamPiece<N extends StreamName> = ReturnType<Streams[N]> extends AsyncGenerator<infer P> ? P : never;
