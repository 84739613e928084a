import { ServerResponse } from 'node:http';
import { isDraining } from '../../http/plugins/connection-draining.ts';

const maxBatch = 8;
let ended: { response: CoalescingResponse; given: unknown[] }[] = [];
const flush = (): void => {
  const batch = ended;
  ended = [];
  for (const { response, given } of batch)
    try {
      response.endNow(given);
    } catch (error) {
      response.destroy(error as Error);
    }
};

/**
 * Ends with the other responses of its turn of the event loop: coalesces writes, one epoll wake-up per batch in a
 * client.
 */
export class CoalescingResponse extends ServerResponse {
  override end(...given: unknown[]): this {
    if (ended.length === 0) setImmediate(flush);
    ended.push({ response: this, given });
    if (ended.length >= maxBatch) flush();
    return this;
  }

  endNow(given: unknown[]): void {
    const { socket } = this.req;
    if (isDraining(socket)) this.once('finish', () => socket.destroySoon());
    super.end(...(given as Parameters<ServerResponse['end']>));
  }
}
