import { ExternalLink } from 'lucide-react';
import { Button } from '../kit/Button.tsx';
import { ButtonLink } from '../kit/ButtonLink.tsx';
import { CopyButton } from '../kit/CopyButton.tsx';
import { Dialog } from '../kit/Dialog.tsx';
import { QrImage } from './QrImage.tsx';
import css from './SettingsParts.module.css';

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
          <Button onClick={onClose}>Close</Button>
          <ButtonLink variant="primary" href={link} target="_blank" rel="noopener">
            <ExternalLink aria-hidden />
            Open
            <span className="visually-hidden"> the showcase in a new tab</span>
          </ButtonLink>
        </>
      }
    >
      <p className="t-small">
        {here
          ? 'This address works on this computer alone. A phone can open it once the product has a public address.'
          : 'Scan it with a phone to see these stories as people see them.'}
      </p>
      <QrImage text={link} label={`QR code of ${link}`} />
      <div className={css.link}>
        <code>{link}</code>
        <CopyButton text={link} label="Copy the link" />
      </div>
    </Dialog>
  );
}
