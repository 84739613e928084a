import type { FactorEvent } from '#contracts/user/factor-events.ts';
import { factorMailWords } from '#contracts/words/factor-mails.en.ts';
import { fill, type Phrase } from '#contracts/words/phrase.ts';
import { type MailContent, oneLine, renderWords } from './templates.ts';

/** A change of somebody's factors that is told by mail: another name of a passkey changes nothing about who gets in. */
export type FactorChange = Exclude<FactorEvent['type'], 'UserPasskeyRenamed'>;

const said: Record<Exclude<FactorChange, 'UserPhoneChanged'>, [Phrase, Phrase]> = {
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

/** Whether an event of a user is told by mail to the person and the owners. */
export const isFactorChange = (type: string): type is FactorChange => type in said || type === 'UserPhoneChanged';

/**
 * The mail about a change; `phone` says what became of a number. `about` names whose factors changed; null in the
 * mail to that person.
 */
export const renderFactorNotice = (
  change: FactorChange,
  { phone, about }: { phone: PhoneChange; about: string | null },
): MailContent => {
  const [own, ofOther] = change === 'UserPhoneChanged' ? saidOfPhone[phone] : said[change];
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
