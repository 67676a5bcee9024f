import { useRef, useState } from 'react'
import { useHydrated } from '../../client/use-hydrated.ts'
import { reserveSpace, row } from '../../styles/shared.css.ts'
import { bagSharingTexts as texts } from '../../texts/shared-bag.ts'
import { Button, ButtonLink } from '../button/button.tsx'
import { TextField } from '../field/field.tsx'
import { Icon } from '../icon/icon.tsx'

interface ShareLinkProps {
  url: string
  label: string
  hint?: string | undefined
  /** What is sent with it, the address included. */
  message: string
}

/** A copyable link, a WhatsApp button and, with scripts, the native share sheet. */
export function ShareLink({ url, label, hint, message }: ShareLinkProps) {
  const fieldWrapperRef = useRef<HTMLDivElement>(null)
  const isHydrated = useHydrated()
  const [copyStatus, setCopyStatus] = useState('')
  const handleCopy = async () => {
    fieldWrapperRef.current?.querySelector('input')?.select()
    setCopyStatus('')
    setCopyStatus(
      await navigator.clipboard.writeText(url).then(
        () => texts.copied,
        () => texts.copyFailed,
      ),
    )
  }
  // Dismissing the share sheet is not an error.
  const handleShare = () => void navigator.share({ text: message }).catch(() => {})
  return (
    <>
      <div ref={fieldWrapperRef}>
        <TextField label={label} hint={hint} id="link" readOnly value={url} />
      </div>
      <div className={row}>
        <ButtonLink
          variant="outline"
          href={`https://wa.me/?text=${encodeURIComponent(message)}`}
          rel="noreferrer nofollow"
        >
          {texts.whatsapp}
        </ButtonLink>
      </div>
      <div hidden={!isHydrated} className={reserveSpace}>
        <div className={row}>
          <Button type="button" variant="outline" onClick={handleCopy}>
            <Icon name="copy" />
            {texts.copy}
          </Button>
          <div hidden={!isHydrated || !('share' in navigator)} className={reserveSpace}>
            <Button type="button" onClick={handleShare}>
              {texts.share}
            </Button>
          </div>
        </div>
      </div>
      <p role="status">{copyStatus}</p>
    </>
  )
}
