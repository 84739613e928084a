import { ExternalLink } from 'lucide-react';
import { Button } from '../../kit/buttons/Button.tsx';
import { ButtonLink } from '../../kit/buttons/ButtonLink.tsx';
import { CopyButton } from '../../kit/buttons/CopyButton.tsx';
import { Dialog } from '../../kit/overlays/Dialog.tsx';
import { settingsWords } from '../../words/settings.en.ts';
import { t } from '../../words/t.ts';
import css from '../SettingsParts.module.css';
import { QrImage } from './QrImage.tsx';

/** The way from a token to the showcase: a QR code, the link, a button that opens it. */
export function QrDialog({ title, token, onClose }: { title: string; token: string; onClose: () => void }) {
  const link = `${window.location.origin}/showcase/${token}`;
  const here = ['localhost', '127.0.0.1', '[::1]'].includes(window.location.hostname);
  return (
    <Dialog
      open
      size="small"
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t(settingsWords.close)}</Button>
          <ButtonLink variant="primary" href={link} target="_blank" rel="noopener">
            <ExternalLink aria-hidden />
            {t(settingsWords.openShowcase, {
              hidden: (parts) => <span className="visually-hidden">{parts}</span>,
            })}
          </ButtonLink>
        </>
      }
    >
      <p className="t-small">{here ? t(settingsWords.qrLocalNote) : t(settingsWords.qrHint)}</p>
      <QrImage text={link} label={t(settingsWords.qrCodeOfLink, { link })} />
      <div className={css.link}>
        <code>{link}</code>
        <CopyButton text={link} label={t(settingsWords.copyLink)} />
      </div>
    </Dialog>
  );
}
