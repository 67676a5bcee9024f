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
import type { RefusedForm } from './staff-pages.server.tsx'

type ListedProposals = Awaited<ReturnType<BackofficeProposals['list']>>

interface ProposalProps {
  found: BackofficeOrder
  listed: ListedProposals
  refused: RefusedForm | undefined
  lacking: string | null
  now: Date
}

/** `produto-12`, `janela-7`, `retirada-3`. */
export function offerValue(offer: Offer): string {
  if (offer.way === 'product') return `produto-${offer.productId}`
  return offer.way === 'window' ? `janela-${offer.windowId}` : `retirada-${offer.branchId}`
}

/** What was proposed last, and how it was answered. */
export function LatestProposal({ found, listed: { proposals }, now }: Omit<ProposalProps, 'refused' | 'lacking'>) {
  const [latest] = proposals
  if (!latest || (found.order.status !== 'paid' && found.order.status !== 'preparing')) return null
  const name = found.lines.find(({ productId }) => productId === latest.productId)?.name
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
export function ProposalForm({ found, listed: { offers, proposals }, refused, lacking, now }: ProposalProps) {
  const { status } = found.order
  if ((status !== 'paid' && status !== 'preparing') || proposals[0]?.state === 'open') return null
  const again = refused?.form === 'propor' ? refused : undefined
  const left = found.lines.filter(({ wanted }) => wanted > 0)
  const chosen = chosenItem(left, again, lacking)
  return (
    <details className={css.exception} open={again !== undefined || lacking !== null}>
      <summary>{texts.panel}</summary>
      {offers.length === 0 ? (
        <p>{texts.none}</p>
      ) : (
        <PostForm className={stack}>
          <ItemFields
            form="propor"
            labels={{ item: texts.item, units: texts.units }}
            lines={left}
            chosen={chosen}
            again={again}
          />
          <Select label={texts.way} name="saida" id="propor-saida" defaultValue={again?.typed('saida')}>
            {offers.map((possible) => (
              <option key={`${possible.insteadOf} ${offerValue(possible.offer)}`} value={offerValue(possible.offer)}>
                {nameOf(possible, found, now)}
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

function nameOf({ insteadOf, offer }: PossibleOffer, { lines }: BackofficeOrder, now: Date): string {
  const replaced = lines.find(({ productId }) => productId === insteadOf)
  return [offerName(offer, now), ...(replaced ? [texts.inPlaceOf(replaced.name)] : [])].join(', ')
}
