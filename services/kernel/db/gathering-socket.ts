import { Socket } from 'node:net';

/** A socket that sends what is written within one turn of the event loop in one piece: a call to the system costs more than a statement. */
export class GatheringSocket extends Socket {
  #gathering = false;

  #gather(): void {
    if (this.#gathering || this.connecting) return;
    this.#gathering = true;
    this.cork();
    process.nextTick(() => {
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
