/** The code a device is activated with: to read aloud, to type, to show to its camera. */
import { QrCode } from '../../ui/qr-code.tsx';

export function ActivationCode({ code }: { readonly code: string }) {
  return (
    <div className="activation">
      <QrCode text={`PICKET:${location.origin}:${code}`} label="The same code as a QR code" />
      <div className="stack">
        <p className="activation-code" data-testid="activation-code">
          <span className="visually-hidden">{code}</span>
          <span aria-hidden="true">
            {code.slice(0, 4)} {code.slice(4)}
          </span>
        </p>
        <p className="muted small">Works once, for seven days.</p>
      </div>
    </div>
  );
}
