import type { PictureRequest } from '#server/prescriptions/prescription.ts'
import { muted, stack } from '../styles/shared.css.ts'
import { formatDateAndTime, formatTime } from '../texts/dates.ts'
import { pictureRequestTexts as texts } from '../texts/picture-requests.ts'
import { Button } from '../ui/button/button.tsx'
import { TextField } from '../ui/field/field.tsx'
import { Message } from '../ui/message/message.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { hiddenInPrint } from './order-details.css.ts'

export interface PictureRequestProps {
  pictureRequest: (PictureRequest & { productNames: string }) | null
  pictureError: string | null
}

/** Another picture of the prescription that the pharmacist asks for, until it is sent. */
export function PictureRequestPanel({ pictureRequest, pictureError }: PictureRequestProps) {
  if (!pictureRequest) return null
  const { id, state, answeredAt, by: pharmacist, requestedAt, dueAt, reason, productNames } = pictureRequest
  if (state === 'answered' && answeredAt)
    return (
      <Message tone="ok" title={texts.receivedTitle(formatTime(answeredAt))}>
        <p>{texts.receivedHint}</p>
      </Message>
    )
  if (state !== 'waiting') return null
  return (
    <Message tone="warn" title={texts.title} id="foto">
      <p className={muted}>{texts.requestedBy(pharmacist.name, pharmacist.crf, formatTime(requestedAt))}</p>
      <p>“{reason}”</p>
      <PostForm className={`${stack} ${hiddenInPrint}`} encType="multipart/form-data">
        <input type="hidden" name="request" value={id} />
        <TextField
          id="file"
          name="file"
          label={texts.products(productNames)}
          hint={texts.hint(formatDateAndTime(dueAt))}
          type="file"
          accept="image/jpeg,image/png,image/webp,application/pdf"
          required
          error={pictureError ?? undefined}
        />
        <Button name="intent" value="send-picture">
          {texts.send}
        </Button>
      </PostForm>
    </Message>
  )
}
