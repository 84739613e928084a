import { useState } from 'react';
import { limits } from '#contracts/api/limits.ts';
import { devicePhrase } from '#contracts/device.ts';
import { sayFault } from '#contracts/words/worded.ts';
import { makePasskey } from '../../../auth/second-step/passkey.ts';
import { TextField } from '../../../kit/fields/TextField.tsx';
import { factorsWords } from '../../../words/factors.en.ts';
import { t } from '../../../words/t.ts';
import { ProofDialog } from './ProofDialog.tsx';

/** Makes a passkey in this browser, under a name by which the person knows it again. */
export function AddPasskeyDialog({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const [name, setName] = useState(() => sayFault(devicePhrase(navigator.userAgent)));
  return (
    <ProofDialog
      title={t(factorsWords.addPasskey)}
      text={t(factorsWords.addPasskeyText)}
      submit={t(factorsWords.goOn)}
      send={async (product, proof) => {
        const passkey = await makePasskey(await product.beginPasskey(proof));
        return product.addPasskey(passkey, name.trim() || sayFault(devicePhrase(navigator.userAgent)));
      }}
      said={({ message }) => message}
      onDone={onDone}
      onClose={onClose}
    >
      <TextField
        label={t(factorsWords.passkeyName)}
        hint={t(factorsWords.passkeyNameHint)}
        maxLength={limits.passkeyName}
        autoComplete="off"
        value={name}
        onChange={setName}
      />
    </ProofDialog>
  );
}
