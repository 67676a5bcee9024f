import { type ReactNode, useState } from 'react'
import { useHydrated } from '../client/use-hydrated.ts'
import { muted, reserveSpace, spreadRow, stack } from '../styles/shared.css.ts'
import { pixTexts as texts } from '../texts/checkout.ts'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { Columns } from '../ui/columns/columns.tsx'
import { Countdown } from '../ui/countdown/countdown.tsx'
import { TextArea } from '../ui/field/field.tsx'
import { Icon } from '../ui/icon/icon.tsx'
import { NumberedList } from '../ui/numbered-list/numbered-list.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { QrCode } from '../ui/qr-code/qr-code.tsx'
import { AmountDue, CheckPaymentForm } from './payment-polling.tsx'
import { copyControls, pixCodeBox, qrDetails } from './pix-payment.css.ts'

type PixPaymentProps = {
  /** Of its page, of the picture with its code, and of what follows once its time is over. */
  path: string
  qrPath: string
  afterwardsPath: string
  amountCents: number
  /** Copia e cola. */
  pixCode: string
  /** The charge's id: with another charge the picture's address is another one, since browsers keep it. */
  txid: string
  secondsLeft: number
  /** Time of day in São Paulo. */
  deadlineTime: string
  /** The pretend bank, in the sandbox only. */
  sandboxBankHref: string | null
  /** Whether the browser refreshes the page by itself. */
  isAutoRefreshed: boolean
  /** What else the shopper wants to know: when the order arrives. */
  children?: ReactNode
}

const pixCodeFieldId = 'pix-code'

/** Everything needed to pay: QR code, text code, amount, deadline; and how a page without scripts learns of the payment. */
export function PixPayment(props: PixPaymentProps) {
  const { path, qrPath, afterwardsPath, amountCents, pixCode, txid, secondsLeft, deadlineTime, children } = props
  const { sandboxBankHref, isAutoRefreshed } = props
  return (
    <Columns layout="aside">
      <Panel hiddenTitle={texts.title}>
        <div className={spreadRow}>
          <AmountDue cents={amountCents} />
          <p>
            {texts.timeLeft}
            <br />
            <Countdown initialSeconds={secondsLeft} onEnd={() => location.assign(afterwardsPath)} />
          </p>
        </div>
        <div className={pixCodeBox}>
          <TextArea
            translate="no"
            id={pixCodeFieldId}
            label={texts.codeLabel}
            readOnly
            rows={3}
            defaultValue={pixCode}
          />
          <CopyButton text={pixCode} />
          <CheckPaymentForm path={path} isAutoRefreshed={isAutoRefreshed} />
        </div>
        <details className={qrDetails}>
          <summary>
            {texts.showQr}
            <Icon name="down" />
          </summary>
          <QrCode src={`${qrPath}?cobranca=${txid}`} alt={texts.qrLabel} />
        </details>
      </Panel>
      <div className={stack}>
        <Panel as="aside" title={texts.stepsTitle}>
          <NumberedList items={[...texts.steps]} />
          <p className={muted}>{texts.payUntil(deadlineTime)}</p>
          {sandboxBankHref && (
            <ButtonLink variant="outline" href={sandboxBankHref}>
              {texts.openSandboxBank}
            </ButtonLink>
          )}
        </Panel>
        {children}
      </div>
    </Columns>
  )
}

/** Visible only with scripts, in reserved space: without them the text can be selected by hand. */
function CopyButton({ text }: { text: string }) {
  const isHydrated = useHydrated()
  const [lastCopy, setLastCopy] = useState({ count: 0, isCopied: true })
  const handleCopy = async () => {
    const isCopied = await writeToClipboard(text)
    if (!isCopied) {
      const field = document.getElementById(pixCodeFieldId) as HTMLTextAreaElement
      field.focus()
      field.select()
    }
    setLastCopy(({ count }) => ({ count: count + 1, isCopied }))
  }
  return (
    <div className={copyControls}>
      <div hidden={!isHydrated} className={reserveSpace}>
        <Button type="button" size="big" onClick={handleCopy}>
          <Icon name="copy" />
          {texts.copy}
        </Button>
      </div>
      <span role="status">
        {/* Put in anew each time, so that each copy is announced. */}
        {lastCopy.count > 0 && <span key={lastCopy.count}>{lastCopy.isCopied ? texts.copied : texts.copyFailed}</span>}
      </span>
    </div>
  )
}

/** @returns whether it worked: over plain http there is no clipboard, and browsers may refuse */
async function writeToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
