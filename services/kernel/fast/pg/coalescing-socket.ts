import { Socket } from 'node:net';
import { createTurnBatch } from '../../platform/turn-batch.ts';

// All sockets flush at the end of the turn, one after the other: waking a sleeping Postgres backend costs more than its
// statement, and by then most are awake.
const uncorkAtTurnEnd = createTurnBatch<CoalescingSocket>((sockets) => {
  for (const socket of sockets) socket.uncorkNow();
});

/**
 * A socket that coalesces the writes of one turn of the event loop: one system call, which costs more than a statement.
 */
export class CoalescingSocket extends Socket {
  #corked = false;

  #corkUntilTurnEnds(): void {
    if (this.#corked || this.connecting) return;
    this.#corked = true;
    this.cork();
    uncorkAtTurnEnd(this);
  }

  uncorkNow(): void {
    this.#corked = false;
    this.uncork();
  }

  override cork(): void {
    super.cork();
    this.#corkUntilTurnEnds();
  }

  override write(...args: unknown[]): boolean {
    this.#corkUntilTurnEnds();
    return super.write(...(args as Parameters<Socket['write']>));
  }
}
