import type { BackofficeOrder } from '#server/backoffice/orders.ts'
import type { listProposalsAndOffers, PossibleOffer } from '#server/backoffice/proposals.ts'
import type { Offer } from '#server/orders/offer.ts'
import { muted, row, stack } from '../styles/shared.css.ts'
import { formatTime } from '../texts/dates.ts'
import { formatProposalOptionName, proposalTexts as texts } from '../texts/proposals.ts'
import { Button } from '../ui/button/button.tsx'
import { Select } from '../ui/field/field.tsx'
import { Message } from '../ui/message/message.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import * as css from './backoffice.css.ts'
import { findSelectedLine, ItemFields } from './order-item-fields.tsx'
import type { FailedForm } from './staff-pages.server.tsx'

type ProposalOverview = Awaited<ReturnType<typeof listProposalsAndOffers>>

interface ProposalProps {
  details: BackofficeOrder
  proposalOverview: ProposalOverview
  failedForm: FailedForm | undefined
  missingProductId: string | null
  now: Date
}

/** `produto-12`, `janela-7`, `retirada-3`. */
export function toOfferValue(offer: Offer): string {
  if (offer.way === 'product') return `produto-${offer.productId}`
  return offer.way === 'window' ? `janela-${offer.windowId}` : `retirada-${offer.branchId}`
}

/** In place of the proposal before this one. */
export const noProposal = '0'

/** What was proposed last, and how it was answered. */
export function LatestProposal({
  details,
  proposalOverview: { proposals },
  now,
}: Omit<ProposalProps, 'failedForm' | 'missingProductId'>) {
  const [latestProposal] = proposals
  if (!latestProposal || (details.order.status !== 'paid' && details.order.status !== 'preparing')) return null
  const productName = details.lines.find(({ productId }) => productId === latestProposal.productId)?.name
  return (
    <Message tone={latestProposal.state === 'accepted' ? 'ok' : 'warn'}>
      <p>
        {latestProposal.units} × {productName}: {formatProposalOptionName(latestProposal.offer, now)}.{' '}
        {texts.states[latestProposal.state](formatTime(latestProposal.answerUntil))}
      </p>
    </Message>
  )
}

/** Asks the customer what to do about what the shelf lacks. */
export function ProposalForm({
  details,
  proposalOverview: { offers, proposals },
  failedForm,
  missingProductId,
  now,
}: ProposalProps) {
  const { status } = details.order
  if ((status !== 'paid' && status !== 'preparing') || proposals[0]?.state === 'open') return null
  const failedProposalForm = failedForm?.intent === 'propor' ? failedForm : undefined
  const linesToPick = details.lines.filter(({ unitsToPick }) => unitsToPick > 0)
  const selectedLine = findSelectedLine(linesToPick, failedProposalForm, missingProductId)
  return (
    <details
      className={`${css.tablePanel} ${css.collapsibleForm}`}
      open={failedProposalForm !== undefined || missingProductId !== null}
    >
      <summary>{texts.panelTitle}</summary>
      {offers.length === 0 ? (
        <p>{texts.noOptions}</p>
      ) : (
        <PostForm className={stack}>
          <input type="hidden" name="latest_proposal" value={proposals[0]?.id ?? noProposal} />
          <ItemFields
            idPrefix="propor"
            labels={{ item: texts.item, units: texts.units }}
            lines={linesToPick}
            selectedLine={selectedLine}
            failedForm={failedProposalForm}
          />
          <Select
            label={texts.proposalLabel}
            name="offer_value"
            id="propor-saida"
            defaultValue={failedProposalForm?.getFieldValue('offer_value')}
          >
            {offers.map((option) => (
              <option
                key={`${option.replacedProductId} ${toOfferValue(option.offer)}`}
                value={toOfferValue(option.offer)}
              >
                {formatOfferOption(option, details, now)}
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

function formatOfferOption({ replacedProductId, offer }: PossibleOffer, { lines }: BackofficeOrder, now: Date): string {
  const replacedLine = lines.find(({ productId }) => productId === replacedProductId)
  return [
    formatProposalOptionName(offer, now),
    ...(replacedLine ? [texts.replacementFor(replacedLine.name)] : []),
  ].join(', ')
}
