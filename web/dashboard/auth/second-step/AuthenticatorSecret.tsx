import type { TotpSecret } from '#contracts/user/factor-rows.ts';
import { CopyButton } from '../../kit/buttons/CopyButton.tsx';
import { QrImage } from '../../settings/apps/QrImage.tsx';
import { factorsWords } from '../../words/factors.en.ts';
import { t } from '../../words/t.ts';
import css from './AuthenticatorSecret.module.css';

/** The secret of an authenticator app that is being set up: as a QR code, and in letters for who cannot scan it. */
export default function AuthenticatorSecret({ app }: { app: TotpSecret }) {
  return (
    <>
      <div className={css.qr}>
        <QrImage text={app.uri} label={t(factorsWords.qrLabel)} />
      </div>
      <p className={`t-small ${css.secret}`}>
        {t(factorsWords.secret)}{' '}
        <span className={css.key}>
          <code>{app.secret.replace(/.{4}(?=.)/g, '$& ')}</code>
          <CopyButton text={app.secret} label={t(factorsWords.copySecret)} />
        </span>
      </p>
    </>
  );
}
