import { Socket } from 'node:net';

const gathered: (() => void)[] = [];
// All sockets send at the end of the turn, one after the other: to wake a sleeping server for each costs more than its
// statement, and by then most are awake.
const sendAll = (): void => {
  for (const send of gathered.splice(0)) send();
};

/** A socket that sends what is written within one turn of the event loop in one piece: a call to the system costs more than a statement. */
export class GatheringSocket extends Socket {
  #gathering = false;

  #gather(): void {
    if (this.#gathering || this.connecting) return;
    this.#gathering = true;
    this.cork();
    if (gathered.length === 0) setImmediate(sendAll);
    gathered.push(() => {
      this.#gathering = false;
      this.uncork();
    });
  }

  override cork(): void {
    super.cork();
    this.#gather();
  }

  override write(...given: unknown[]): boolean {
    this.#gather();
    return super.write(...(given as Parameters<Socket['write']>));
  }
}
