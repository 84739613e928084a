import { type ErrorObject, Ajv2020 as Validator } from 'ajv/dist/2020.js';
import { z } from 'zod';
import { tooBigWords, tooSmallWords, typeWords } from '#contracts/api/faults.ts';
import { type SdkBatch, type SdkEvent, sdkBatch, sdkEvent, sdkEventTypes } from '#contracts/sdk/protocol.ts';
import { faultWords } from '#contracts/words/faults.en.ts';
import type { Phrase } from '#contracts/words/phrase.ts';
import type { ReadJson } from '#kernel/http/clean-input.ts';
import { InvalidRequest } from '#kernel/http/error-answer.ts';
import { say } from '#kernel/platform/say.ts';

const validator = new Validator({ strict: false, strictNumbers: true, coerceTypes: false });
const compile = (schema: z.ZodType) => validator.compile(z.toJSONSchema(schema, { io: 'input' }));
const batchFits = compile(sdkBatch);
const eventFits = compile(sdkEvent);

/** A fault of a body: where, and what about it. */
export interface Fault {
  path: (string | number)[];
  said: Phrase;
}

const faultOf = ({ instancePath, keyword, params }: ErrorObject): Fault => {
  const path = instancePath.split('/').slice(1);
  switch (keyword) {
    case 'additionalProperties':
      return { path: [...path, String(params.additionalProperty)], said: faultWords.unknown };
    case 'required':
      return { path: [...path, String(params.missingProperty)], said: faultWords.required };
    case 'type':
      return { path, said: typeWords(params.type) };
    case 'maximum':
    case 'exclusiveMaximum':
      return { path, said: tooBigWords('number', params.limit, keyword === 'maximum') };
    case 'minimum':
    case 'exclusiveMinimum':
      return { path, said: tooSmallWords('number', params.limit, keyword === 'minimum') };
    case 'maxLength':
    case 'maxItems':
      return { path, said: tooBigWords(keyword === 'maxLength' ? 'string' : 'array', params.limit) };
    case 'minLength':
    case 'minItems':
      return { path, said: tooSmallWords(keyword === 'minLength' ? 'string' : 'array', params.limit) };
    case 'enum':
    case 'const':
      return { path, said: faultWords.choice };
    case 'pattern':
    case 'format':
      return { path, said: faultWords.form };
    default:
      return { path, said: faultWords.unusable };
  }
};

/** A batch whose events are not validated yet. */
export type UncheckedBatch = Omit<SdkBatch, 'events'> & { events: unknown[] };

/** A parsed body with its batch and its text. */
export type ParsedBatch = Omit<ReadJson, 'value'> & { batch: UncheckedBatch };

/** Why a body is no batch, or null when it is one; its events are not validated. */
export const batchFault = (body: unknown): Fault | null => {
  if (!batchFits(body)) return faultOf(batchFits.errors![0]!);
  const batch = body as UncheckedBatch;
  if (batch.consent && batch.viewer_id === undefined) return { path: ['viewer_id'], said: faultWords.viewerNeeded };
  return null;
};

/** The batch in a parsed body; throws InvalidRequest when it is none. Its events are not validated. */
export const parseBatch = ({ bytes, text, value, literal }: ReadJson): ParsedBatch => {
  const fault = batchFault(value);
  if (!fault) return { bytes, text, literal, batch: value as UncheckedBatch };
  throw new InvalidRequest([{ code: 'custom', path: fault.path, message: say(fault.said), input: undefined }]);
};

/** Whether something is an event by its shape; its type may still be unknown. */
export const isEvent = (value: unknown): value is SdkEvent => eventFits(value);

const types = new Set<string>(sdkEventTypes);
/** Whether a type is one of the protocol's. */
export const isKnownType = (type: string): type is (typeof sdkEventTypes)[number] => types.has(type);
