import type { BackofficeOrder } from '#server/backoffice/orders.ts'
import type { BackofficeProposals, PossibleOffer } from '#server/backoffice/proposals.ts'
import type { Offer } from '#server/orders/offer.ts'
import { muted, row, stack } from '../styles/shared.css.ts'
import { formatTime } from '../texts/dates.ts'
import { offerName, proposalTexts as texts } from '../texts/proposals.ts'
import { Button } from '../ui/button/button.tsx'
import { Select } from '../ui/field/field.tsx'
import { Message } from '../ui/message/message.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import * as css from './backoffice.css.ts'
import { chosenItem, ItemFields } from './order-item-fields.tsx'
import type { FailedForm } from './staff-pages.server.tsx'

type ListedProposals = Awaited<ReturnType<BackofficeProposals['list']>>

interface ProposalProps {
  details: BackofficeOrder
  proposals: ListedProposals
  failedForm: FailedForm | undefined
  missingEan: string | null
  now: Date
}

/** `produto-12`, `janela-7`, `retirada-3`. */
export function offerValue(offer: Offer): string {
  if (offer.way === 'product') return `produto-${offer.productId}`
  return offer.way === 'window' ? `janela-${offer.windowId}` : `retirada-${offer.branchId}`
}

/** What was proposed last, and how it was answered. */
export function LatestProposal({
  details,
  proposals: { proposals },
  now,
}: Omit<ProposalProps, 'failedForm' | 'missingEan'>) {
  const [latest] = proposals
  if (!latest || (details.order.status !== 'paid' && details.order.status !== 'preparing')) return null
  const name = details.lines.find(({ productId }) => productId === latest.productId)?.name
  return (
    <Message tone={latest.state === 'accepted' ? 'ok' : 'warn'}>
      <p>
        {latest.units} × {name}: {offerName(latest.offer, now)}.{' '}
        {texts.states[latest.state](formatTime(latest.answerUntil))}
      </p>
    </Message>
  )
}

/** Asks the customer what to do about what the shelf lacks. */
export function ProposalForm({
  details,
  proposals: { offers, proposals },
  failedForm,
  missingEan,
  now,
}: ProposalProps) {
  const { status } = details.order
  if ((status !== 'paid' && status !== 'preparing') || proposals[0]?.state === 'open') return null
  const previousInput = failedForm?.form === 'propor' ? failedForm : undefined
  const openLines = details.lines.filter(({ unitsToPick }) => unitsToPick > 0)
  const item = chosenItem(openLines, previousInput, missingEan)
  return (
    <details className={`${css.sheet} ${css.foldedForm}`} open={previousInput !== undefined || missingEan !== null}>
      <summary>{texts.panel}</summary>
      {offers.length === 0 ? (
        <p>{texts.none}</p>
      ) : (
        <PostForm className={stack}>
          <ItemFields
            form="propor"
            labels={{ item: texts.item, units: texts.units }}
            lines={openLines}
            selected={item}
            previousInput={previousInput}
          />
          <Select label={texts.way} name="saida" id="propor-saida" defaultValue={previousInput?.fieldValue('saida')}>
            {offers.map((option) => (
              <option key={`${option.insteadOf} ${offerValue(option.offer)}`} value={offerValue(option.offer)}>
                {optionName(option, details, now)}
              </option>
            ))}
          </Select>
          <div className={row}>
            <Button variant="outline" name="intent" value="propor">
              {texts.send}
            </Button>
            <span className={muted}>{texts.hint}</span>
          </div>
        </PostForm>
      )}
    </details>
  )
}

function optionName({ insteadOf, offer }: PossibleOffer, { lines }: BackofficeOrder, now: Date): string {
  const replacedLine = lines.find(({ productId }) => productId === insteadOf)
  return [offerName(offer, now), ...(replacedLine ? [texts.inPlaceOf(replacedLine.name)] : [])].join(', ')
}
