import { ServerResponse } from 'node:http';
import { isDraining } from '../../http/plugins/connection-draining.ts';
import { createTurnBatch } from '../../platform/turn-batch.ts';
import { maxResponseBatch } from './fast-response.ts';

const endInBatch = createTurnBatch<{ response: CoalescingResponse; given: unknown[] }>((batch) => {
  for (const { response, given } of batch)
    try {
      response.endNow(given);
    } catch (error) {
      response.destroy(error as Error);
    }
}, maxResponseBatch);

/**
 * Ends with the other responses of its turn of the event loop: coalesces writes, one epoll wake-up per batch in a
 * client.
 */
export class CoalescingResponse extends ServerResponse {
  override end(...given: unknown[]): this {
    endInBatch({ response: this, given });
    return this;
  }

  endNow(given: unknown[]): void {
    const { socket } = this.req;
    if (isDraining(socket)) this.once('finish', () => socket.destroySoon());
    super.end(...(given as Parameters<ServerResponse['end']>));
  }
}
