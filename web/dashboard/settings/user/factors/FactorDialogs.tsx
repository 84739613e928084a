import { providerNames } from '#contracts/user/social-providers.ts';
import { usePerson } from '../../../shell/session/session-value.ts';
import { factorsWords } from '../../../words/factors.en.ts';
import { t } from '../../../words/t.ts';
import { AddPasskeyDialog } from './AddPasskeyDialog.tsx';
import type { Asks } from './asks.ts';
import { CodesDialog } from './CodesDialog.tsx';
import { PhoneDialog } from './PhoneDialog.tsx';
import { ProofDialog } from './ProofDialog.tsx';
import { RenamePasskeyDialog } from './RenamePasskeyDialog.tsx';
import { RequireDialog } from './RequireDialog.tsx';
import { VerifyDialog } from './VerifyDialog.tsx';

/** Properties of FactorDialogs: what is asked now, and how that goes on. */
export interface FactorDialogsProps {
  asks: Asks;
  onAsk: (next: Asks) => void;
  onClose: () => void;
}

/** The dialogs of the cards of second factors: each act asks for a proof first. */
export default function FactorDialogs({ asks, onAsk, onClose }: FactorDialogsProps) {
  const { user } = usePerson();
  const shared = { onDone: onClose, onClose };
  switch (asks.what) {
    case 'totp':
      return (
        <ProofDialog
          {...shared}
          key={asks.what}
          title={t(factorsWords.setUpTitle)}
          text={t(factorsWords.setUpText)}
          submit={t(factorsWords.goOn)}
          send={(product, proof) => product.beginTotp(proof)}
          onDone={(made) => onAsk({ what: 'verify', made })}
        />
      );
    case 'verify':
      return (
        <VerifyDialog
          {...shared}
          made={asks.made}
          onDone={(codes) => (codes ? onAsk({ what: 'show', codes }) : onClose())}
        />
      );
    case 'remove-totp':
      return (
        <ProofDialog
          {...shared}
          key={asks.what}
          title={t(factorsWords.removeAuthenticator)}
          text={t(factorsWords.removeText)}
          submit={t(factorsWords.remove)}
          danger
          send={(product, proof) => product.removeTotp(proof)}
          said={({ message }) => message}
        />
      );
    case 'codes':
      return (
        <ProofDialog
          {...shared}
          key={asks.what}
          title={t(factorsWords.recovery)}
          text={
            user.factors.some(({ type }) => type === 'recovery_codes')
              ? t(factorsWords.codesText)
              : t(factorsWords.noCodes)
          }
          submit={t(factorsWords.goOn)}
          send={(product, proof) => product.makeRecoveryCodes(proof)}
          onDone={({ codes }) => onAsk({ what: 'show', codes })}
        />
      );
    case 'show':
      return <CodesDialog codes={asks.codes} onClose={onClose} />;
    case 'passkey':
      return <AddPasskeyDialog {...shared} />;
    case 'rename-passkey':
      return <RenamePasskeyDialog {...shared} passkey={asks.passkey} />;
    case 'remove-passkey':
      return (
        <ProofDialog
          {...shared}
          key={asks.passkey.id}
          title={t(factorsWords.removePasskey)}
          text={t(factorsWords.removePasskeyText, { name: asks.passkey.label })}
          submit={t(factorsWords.remove)}
          danger
          send={(product, proof) => product.removePasskey(asks.passkey.id ?? '', proof)}
          said={({ message }) => message}
        />
      );
    case 'connect': {
      const named = { provider: providerNames[asks.provider] };
      return (
        <ProofDialog
          {...shared}
          key={`connect-${asks.provider}`}
          title={t(factorsWords.connectTitle, named)}
          text={t(factorsWords.connectText, named)}
          submit={t(factorsWords.goOn)}
          send={async (product, proof) => {
            const [{ leaveFor }, { url }] = await Promise.all([
              import('../../../auth/social/way.ts'),
              product.beginConnecting(asks.provider, proof),
            ]);
            leaveFor(url, { connects: true, next: window.location.pathname + window.location.search });
          }}
          changes={[]}
        />
      );
    }
    case 'disconnect': {
      const named = { provider: providerNames[asks.provider] };
      return (
        <ProofDialog
          {...shared}
          key={asks.provider}
          title={t(factorsWords.disconnectTitle, named)}
          text={t(factorsWords.disconnectText, named)}
          submit={t(factorsWords.disconnect)}
          danger
          send={(product, proof) => product.disconnect(asks.provider, proof)}
          said={({ message }) => message}
        />
      );
    }
    case 'phone':
      return (
        <ProofDialog
          {...shared}
          key={asks.what}
          title={t(factorsWords.phoneTitle)}
          text={asks.next ? t(factorsWords.phoneFirst) : t(factorsWords.phoneProof)}
          submit={t(factorsWords.goOn)}
          send={(product, proof) => product.confirmPerson(proof, 'factors')}
          onDone={() => onAsk({ ...asks, what: 'number' })}
        />
      );
    case 'number':
      return <PhoneDialog {...shared} onDone={() => (asks.next ? onAsk({ what: asks.next }) : onClose())} />;
    case 'require':
      return <RequireDialog {...shared} />;
  }
}
