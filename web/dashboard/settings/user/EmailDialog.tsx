import { userQuery } from '../../shell/session/session-queries.ts';
import { settingsWords } from '../../words/settings.en.ts';
import { t } from '../../words/t.ts';
import { ProofDialog } from './factors/ProofDialog.tsx';

/** What is saved together with another email. */
export interface OwnDetails {
  firstname: string;
  lastname: string;
  email: string;
}

interface Moving {
  details: OwnDetails;
  onDone: () => void;
  onClose: () => void;
}

/** Asks who it is that changes the email, and has the link mailed that confirms it. */
export default function EmailDialog({ details, onDone, onClose }: Moving) {
  return (
    <ProofDialog
      title={t(settingsWords.changeEmail)}
      text={t(settingsWords.changeEmailText, { email: details.email })}
      submit={t(settingsWords.changeEmail)}
      send={(product, proof, key) => product.changeUser({ ...details, ...proof }, key)}
      changes={[userQuery.queryKey]}
      said={({ message }) => message}
      onDone={onDone}
      onClose={onClose}
    />
  );
}
