import type { Order } from '#server/orders/order.ts'
import type { Proposal } from '#server/orders/proposals.ts'
import { muted, row } from '../styles/shared.css.ts'
import { formatDateAndTime } from '../texts/dates.ts'
import { formatProposalOption, proposalTexts as texts } from '../texts/proposals.ts'
import { Button } from '../ui/button/button.tsx'
import { Message } from '../ui/message/message.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'

type ProposalsProps = { order: Order; proposals: Proposal[]; now: Date }

/** What the store proposes in place of what it lacks, while the customer may accept it. */
export function OpenProposal({ order, proposals: [proposal], now }: ProposalsProps) {
  if (proposal?.state !== 'open' || (order.status !== 'paid' && order.status !== 'preparing')) return null
  const missingItem = toMissingItem(order, proposal)
  return (
    <div id="proposta">
      <Message tone="warn" title={texts.title}>
        <p>{texts.shortPick(missingItem)}</p>
        <p>{formatProposalOption(proposal.offer, missingItem, now)}</p>
        <PostForm className={row}>
          <input type="hidden" name="proposal" value={proposal.id} />
          <Button name="intent" value="accept-proposal">
            {texts.accept}
          </Button>
          <Button variant="outline" name="intent" value="decline-proposal">
            {texts.decline}
          </Button>
        </PostForm>
        <p className={muted}>{texts.declineHint(formatDateAndTime(proposal.answerUntil))}</p>
      </Message>
    </div>
  )
}

/** Which products came in place of others. */
export function ReplacedItems({ order, proposals }: Omit<ProposalsProps, 'now'>) {
  return proposals.map((proposal) => {
    const { id, state, offer } = proposal
    if (state !== 'accepted' || offer.way !== 'product') return null
    return <p key={id}>{texts.replacedLine(toMissingItem(order, proposal), offer.name)}</p>
  })
}

function toMissingItem({ lines }: Order, { productId, units }: Proposal) {
  const line = lines.find((candidate) => candidate.productId === productId)
  return { units, name: line?.name ?? '', ...(line && { priceCents: line.priceCents }) }
}
