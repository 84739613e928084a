/** Heads of answers that are made once: as node takes them (name and value in turn) and as they stand on the wire. */
export interface Heads {
  list: readonly string[];
  text: string;
}

/** Heads for many answers. Names and values are ours, never a caller's: they are not checked. */
export const makeHeads = (list: readonly string[]): Heads => {
  let text = '';
  for (let index = 0; index < list.length; index += 2) text += `${list[index]}: ${list[index + 1]}\r\n`;
  return { list, text };
};

/** An answer whose heads tell the length of its body. */
export interface EarlyAnswer {
  status: number;
  heads: Heads;
  /** Heads of this answer alone. */
  more: Heads | null;
  body: Buffer | string | null;
}

/** What an early request is known by before its body is there. */
export interface EarlyRequest {
  method: string;
  url: string;
  /** By lower-case name; a head that came twice is joined or not there. */
  headers: { readonly [name: string]: string | string[] | undefined };
  /** Who is at the other end of the connection. */
  address: string;
}

/** Takes a request by answering what makes the answer of its body (empty without one), or leaves it by null. */
export type Early = (request: EarlyRequest) => ((body: Buffer) => EarlyAnswer | Promise<EarlyAnswer>) | null;

/** Who an answer is sent to. */
export interface Asker {
  send(answer: EarlyAnswer): void;
  /** Cuts the connection: its answer could not be sent. */
  drop(): void;
}

/** Enough for a caller's process to stay awake, few enough for it to begin while others are still answered. */
const together = 8;
let waiting: { asker: Asker; answer: EarlyAnswer }[] = [];
// To send may bring the next request of that caller, and so the next answer: what is sent is taken first.
const sendAll = (): void => {
  const leaving = waiting;
  waiting = [];
  for (const { asker, answer } of leaving)
    try {
      asker.send(answer);
    } catch {
      asker.drop();
    }
};

/**
 * Sends an answer soon, at the latest at the end of this turn of the event loop: each answer to a caller who sleeps
 * wakes him, which costs more than the answer, and of several together only the first does.
 */
export const sendSoon = (asker: Asker, answer: EarlyAnswer): void => {
  if (waiting.length === 0) setImmediate(sendAll);
  waiting.push({ asker, answer });
  if (waiting.length >= together) sendAll();
};
