import type { FactorEvent } from '#contracts/user/factor-events.ts';
import { factorMailWords } from '#contracts/words/factor-mails.en.ts';
import { fill, type Phrase } from '#contracts/words/phrase.ts';
import { type MailContent, oneLine, renderWords } from './templates.ts';

/** A change of somebody's factors that is told by mail: another name of a passkey changes nothing about who gets in. */
export type FactorChange = Exclude<FactorEvent['type'], 'UserPasskeyRenamed'>;

const said: Record<FactorChange, [Phrase, Phrase]> = {
  UserTotpEnabled: [factorMailWords.totpEnabled, factorMailWords.totpEnabledOf],
  UserTotpRemoved: [factorMailWords.totpRemoved, factorMailWords.totpRemovedOf],
  UserPasskeyAdded: [factorMailWords.passkeyAdded, factorMailWords.passkeyAddedOf],
  UserPasskeyRemoved: [factorMailWords.passkeyRemoved, factorMailWords.passkeyRemovedOf],
  UserRecoveryCodesMade: [factorMailWords.codesMade, factorMailWords.codesMadeOf],
  UserPhoneChanged: [factorMailWords.phoneAdded, factorMailWords.phoneAddedOf],
  UserFactorsReset: [factorMailWords.reset, factorMailWords.resetOf],
};
const changedPhone: [Phrase, Phrase] = [factorMailWords.phoneChanged, factorMailWords.phoneChangedOf];

/** Whether an event of a user is told by mail to the person and the owners. */
export const isFactorChange = (type: string): type is FactorChange => type in said;

/**
 * The mail about a change. `again`: a number took the place of another one. `about` names whose factors changed; null in the
 * mail to that person.
 */
export const renderFactorNotice = (
  change: FactorChange,
  { again, about }: { again: boolean; about: string | null },
): MailContent => {
  const [own, ofOther] = change === 'UserPhoneChanged' && again ? changedPhone : said[change];
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
