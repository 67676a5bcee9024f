import { qrCodeFrame } from './qr-code.css.ts'

type QrCodeProps = {
  /** An SVG without a margin: the frame is its quiet zone. */
  src: string
  /** Alternative text. */
  alt: string
}

export function QrCode({ src, alt }: QrCodeProps) {
  return (
    <div className={qrCodeFrame}>
      <img src={src} alt={alt} width={240} height={240} />
    </div>
  )
}
