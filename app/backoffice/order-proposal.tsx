import type { BackofficeOrder } from '#server/backoffice/orders.ts'
import type { listProposalsAndOffers, PossibleOffer } from '#server/backoffice/proposals.ts'
import { muted, row, stack } from '../styles/shared.css.ts'
import { formatTime } from '../texts/dates.ts'
import { formatProposalOptionName, proposalTexts as texts } from '../texts/proposals.ts'
import { Select } from '../ui/field/field.tsx'
import { Message } from '../ui/message/message.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import * as css from './backoffice.css.ts'
import { IntentButton } from './intent-button.tsx'
import { noProposal, sendProposalForm, toOfferValue } from './order-forms.server.ts'
import { findSelectedLine, ItemFields, missingItemParam } from './order-item-fields.tsx'
import { showStaffForm } from './staff-form.server.tsx'
import type { StaffRequest } from './staff-pages.server.tsx'

type ProposalOverview = Awaited<ReturnType<typeof listProposalsAndOffers>>

interface ProposalProps {
  details: BackofficeOrder
  proposalOverview: ProposalOverview
  request: StaffRequest
  now: Date
}

/** What was proposed last, and how it was answered. */
export function LatestProposal({ details, proposalOverview: { proposals }, now }: Omit<ProposalProps, 'request'>) {
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
export function ProposalForm({ details, proposalOverview: { offers, proposals }, request, now }: ProposalProps) {
  const { status } = details.order
  if ((status !== 'paid' && status !== 'preparing') || proposals[0]?.state === 'open') return null
  const linesToPick = details.lines.filter(({ unitsToPick }) => unitsToPick > 0)
  const { field, failedForm } = showStaffForm(sendProposalForm, request, {
    texts: texts.fields,
    values: { units: '1' },
  })
  const selectedLine = findSelectedLine(linesToPick, failedForm, request.url)
  return (
    <details
      className={`${css.tablePanel} ${css.collapsibleForm}`}
      open={failedForm !== undefined || request.url.searchParams.has(missingItemParam)}
    >
      <summary>{texts.panelTitle}</summary>
      {offers.length === 0 ? (
        <p>{texts.noOptions}</p>
      ) : (
        <PostForm className={stack}>
          <input type="hidden" name="latest_proposal" value={proposals[0]?.id ?? noProposal} />
          <ItemFields field={field} lines={linesToPick} selectedLine={selectedLine} />
          <Select {...field('offerValue')}>
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
            <IntentButton intent="propor" label={texts.send} variant="outline" />
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
