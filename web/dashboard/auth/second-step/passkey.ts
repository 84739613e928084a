import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import type { NewPasskey, PasskeyAnswer } from '#contracts/user/factors.ts';
import { ApiError } from '../../api/error.ts';
import { http } from '../../api/http.ts';
import { signIn } from '../../api/sign-in.ts';
import { factorsWords } from '../../words/factors.en.ts';
import { t } from '../../words/t.ts';

type Asked = Parameters<typeof startAuthentication>[0]['optionsJSON'];
/** The options that a passkey is made with. */
export type PasskeyOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];

const textOf = (error: unknown): string => {
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return t(factorsWords.passkeyHere);
  return name === 'SecurityError' ? t(factorsWords.passkeyElsewhere) : t(factorsWords.passkeyUnused);
};

const orRefused = async <Answer>(asked: Promise<Answer>): Promise<Answer> => {
  try {
    return await asked;
  } catch (error) {
    throw new ApiError(0, 'PasskeyUnused', textOf(error));
  }
};

/** Asks for any passkey of the person at this address; throws ApiError, also where none was used. */
export async function askPasskey(): Promise<PasskeyAnswer> {
  const optionsJSON = await http.post<Asked>('/login/passkey', {}, { auth: 'none' });
  return (await orRefused(startAuthentication({ optionsJSON }))) as PasskeyAnswer;
}

/** Makes a passkey in this browser; throws ApiError, also where none was made. */
export async function makePasskey(optionsJSON: PasskeyOptions): Promise<NewPasskey> {
  return (await orRefused(startRegistration({ optionsJSON }))) as NewPasskey;
}

/** Signs somebody in by a passkey alone; throws ApiError. */
export async function enterByPasskey(): Promise<void> {
  await signIn({ passkey: await askPasskey() });
}
