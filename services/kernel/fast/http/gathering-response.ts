import { ServerResponse } from 'node:http';
import { isParting } from '../../http/parting.ts';

const together = 8;
let ending: { response: GatheringResponse; given: unknown[] }[] = [];
const endAll = (): void => {
  const leaving = ending;
  ending = [];
  for (const { response, given } of leaving)
    try {
      response.endNow(given);
    } catch (error) {
      response.destroy(error as Error);
    }
};

/** Ends with the others of its turn of the event loop: of several answers sent together only the first has to wake who waits for them. */
export class GatheringResponse extends ServerResponse {
  override end(...given: unknown[]): this {
    if (ending.length === 0) setImmediate(endAll);
    ending.push({ response: this, given });
    if (ending.length >= together) endAll();
    return this;
  }

  endNow(given: unknown[]): void {
    const { socket } = this.req;
    if (isParting(socket)) this.once('finish', () => socket.destroySoon());
    super.end(...(given as Parameters<ServerResponse['end']>));
  }
}
