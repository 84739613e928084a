import { signOut } from '../../api/sign-in.ts';
import { sessionsWords } from '../../words/sessions.en.ts';
import { t } from '../../words/t.ts';
import { ProofDialog } from './factors/ProofDialog.tsx';

/** Ends every session of the person, who shows first that it is them, and leaves for the sign-in. */
export default function SignOutEverywhere({ onClose }: { onClose: () => void }) {
  return (
    <ProofDialog
      role="alertdialog"
      title={t(sessionsWords.everywhereTitle)}
      text={t(sessionsWords.everywhereText)}
      submit={t(sessionsWords.signOutEverywhere)}
      danger
      send={(product, proof) => product.endSessions({ all: true, ...proof })}
      changes={[]}
      // What is left of the session in this browser goes there, too.
      onDone={() => void signOut().finally(() => window.location.assign('/login'))}
      onClose={onClose}
    />
  );
}
