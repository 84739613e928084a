import type { FactorEvent } from '#contracts/user/factor-events.ts';
import { providerNames, type SocialProvider } from '#contracts/user/social-providers.ts';
import { factorMailWords } from '#contracts/words/factor-mails.en.ts';
import { fill, type Phrase } from '#contracts/words/phrase.ts';
import { type MailContent, oneLine, renderWords } from './templates.ts';

/** A change of somebody's factors that is told by mail: another name of a passkey changes nothing about who gets in. */
export type FactorChange = Exclude<FactorEvent['type'], 'UserPasskeyRenamed'> | SocialChange;
type SocialChange = 'UserSocialLinked' | 'UserSocialUnlinked';

const said: Record<Exclude<FactorChange, 'UserPhoneChanged' | SocialChange>, [Phrase, Phrase]> = {
  UserTotpEnabled: [factorMailWords.totpEnabled, factorMailWords.totpEnabledOf],
  UserTotpRemoved: [factorMailWords.totpRemoved, factorMailWords.totpRemovedOf],
  UserPasskeyAdded: [factorMailWords.passkeyAdded, factorMailWords.passkeyAddedOf],
  UserPasskeyRemoved: [factorMailWords.passkeyRemoved, factorMailWords.passkeyRemovedOf],
  UserRecoveryCodesMade: [factorMailWords.codesMade, factorMailWords.codesMadeOf],
  UserFactorsReset: [factorMailWords.reset, factorMailWords.resetOf],
};
/** What became of a number: a first one, another one in its place, or none. */
export type PhoneChange = 'added' | 'changed' | 'removed';
const saidOfPhone: Record<PhoneChange, [Phrase, Phrase]> = {
  added: [factorMailWords.phoneAdded, factorMailWords.phoneAddedOf],
  changed: [factorMailWords.phoneChanged, factorMailWords.phoneChangedOf],
  removed: [factorMailWords.phoneRemoved, factorMailWords.phoneRemovedOf],
};

const saidOfProvider: Record<SocialChange, (given: { provider: string }, own: boolean) => [Phrase, Phrase]> = {
  UserSocialLinked: (given) => [fill(factorMailWords.linked, given), fill(factorMailWords.linkedOf, given)],
  UserSocialUnlinked: (given, own) => [
    fill(own ? factorMailWords.unlinkedByPerson : factorMailWords.unlinked, given),
    fill(factorMailWords.unlinkedOf, given),
  ],
};

/** A change with what it was of: what became of a number, or whose account elsewhere it is about. */
export interface ToldChange {
  change: FactorChange;
  phone: PhoneChange;
  provider: SocialProvider | null;
  /** Whether the person themselves disconnected it. */
  own: boolean;
}

const wordsOf = ({ change, phone, provider, own }: ToldChange): [Phrase, Phrase] => {
  if (change === 'UserPhoneChanged') return saidOfPhone[phone];
  if (change === 'UserSocialLinked' || change === 'UserSocialUnlinked')
    return saidOfProvider[change]({ provider: providerNames[provider!] }, own);
  return said[change];
};

/** Whether an event of a user is told by mail to the person and the owners. */
export const isFactorChange = (type: string): type is FactorChange =>
  type in said || type in saidOfProvider || type === 'UserPhoneChanged';

/**
 * The mail about a change. `about` names whose factors changed; null in the
 * mail to that person.
 */
export const renderFactorNotice = (changed: ToldChange, about: string | null): MailContent => {
  const [own, ofOther] = wordsOf(changed);
  if (about === null)
    return renderWords(
      { subject: factorMailWords.subject, lines: [own], end: [factorMailWords.end] },
      { firstname: '', link: null },
    );
  const person = oneLine(about);
  return renderWords(
    {
      subject: fill(factorMailWords.subjectOf, { person }),
      lines: [fill(factorMailWords.changedOf, { person }), ofOther],
      end: [factorMailWords.endOf],
    },
    { firstname: '', link: null },
  );
};
