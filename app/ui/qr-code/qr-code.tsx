import { qrCodeFrame } from './qr-code.css.ts'

type QrCodeProps = {
  /** An SVG without a margin: the frame is its quiet zone. */
  src: string
  /** Alternative text. */
  label: string
}

/** A QR code on its white ground. */
export function QrCode({ src, label }: QrCodeProps) {
  return (
    <div className={qrCodeFrame}>
      <img src={src} alt={label} width={240} height={240} />
    </div>
  )
}
