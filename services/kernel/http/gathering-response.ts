import { ServerResponse } from 'node:http';

const together = 8;
const ending: (() => void)[] = [];
const endAll = (): void => {
  for (const end of ending.splice(0)) end();
};

/** Ends with the others of its turn of the event loop: of several answers sent together only the first has to wake who waits for them. */
export class GatheringResponse extends ServerResponse {
  override end(...given: unknown[]): this {
    if (ending.length === 0) setImmediate(endAll);
    ending.push(() => super.end(...(given as Parameters<ServerResponse['end']>)));
    if (ending.length >= together) endAll();
    return this;
  }
}
