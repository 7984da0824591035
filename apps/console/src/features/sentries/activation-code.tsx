/** The code a device is activated with: to read aloud, to type, to show to its camera. */
import { encode } from 'uqr';

export function ActivationCode({ code }: { readonly code: string }) {
  const { data, size } = encode(`PICKET:${location.origin}:${code}`, { ecc: 'M', border: 2 });
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x},${y}h1v1h-1z`] : []))).join('');
  return (
    <div className="activation">
      <svg
        className="qr"
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label="The same code as a QR code"
        shapeRendering="crispEdges"
      >
        <rect width={size} height={size} fill="#ffffff" />
        <path d={path} fill="#1d2125" />
      </svg>
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
