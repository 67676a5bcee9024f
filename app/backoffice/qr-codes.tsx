import type { QrCode } from '#server/prescriptions/qr-codes.ts'
import { tightStack } from '../styles/shared.css.ts'
import { backofficePrescriptionTexts as texts } from '../texts/backoffice/prescriptions.ts'
import * as css from './backoffice.css.ts'

/** What the QR codes of a picture say; only a site that keeps prescriptions is a link, which the pharmacist alone opens. */
export function QrCodes({ qrCodes }: { qrCodes: QrCode[] }) {
  return (
    <ul className={tightStack}>
      {qrCodes.map(({ text, href, code }) => (
        <li key={text} className={css.breakAnywhere}>
          {href === null ? (
            text
          ) : (
            <a href={href} target="_blank" rel="noopener noreferrer" referrerPolicy="no-referrer">
              {href}
            </a>
          )}
          {code !== null && (
            <>
              <br />
              {texts.qrCodeCode} <code className={css.copyableCode}>{code}</code>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
