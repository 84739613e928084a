import { invalidField, Refusal } from '#contracts/api/errors.ts';
import type { StoryrailEvent } from '#contracts/events.ts';
import { requestWords } from '#contracts/words/requests.en.ts';
import { readStream } from '../event-store/read.ts';
import type { CommandTrx } from './command-trx.ts';

/** The version in an If-Match header, a number or one in quotes; null when there is none or it is `*`. */
export const matchVersion = (header: string | undefined): number | null => {
  if (header === undefined || header.trim() === '*') return null;
  const found = /^(?:W\/)?("?)(\d{1,9})\1$/.exec(header.trim());
  if (!found) throw invalidField('If-Match', requestWords.versionUnreadable);
  return Number(found[2]);
};

/** 412 when an event after `version` touched the same thing. */
export const requireUnchanged = async (
  trx: CommandTrx,
  stream: string,
  version: number | null,
  touches: (event: StoryrailEvent) => boolean,
): Promise<void> => {
  if (version === null) return;
  const later = await readStream(trx.client, stream, version);
  if (later.some(touches)) throw new Refusal('VersionConflict');
};
