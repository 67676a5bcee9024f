import { parseId } from '../http/ids.ts'
import { backofficeChangeTexts as texts } from '../texts/order-changes.ts'
import { proposalTexts } from '../texts/proposals.ts'
import { parseDeliveryChoice } from '../ui/delivery-choice/delivery-choice.ts'
import { noProposal } from './order-forms.server.ts'
import { parseItemValue } from './order-item-fields.tsx'
import { defineStaffForm } from './staff-pages.server.tsx'

/** Another address, as the customer says it on the phone. */
export const changeAddressForm = defineStaffForm({
  intent: 'endereco',
  schema: ({ backoffice }) => backoffice.forms.OrderAddress,
  run(request, { deliveryOption, quoteHash, ...address }) {
    return request.backoffice.orderChanges.changeAddress(
      request.id,
      { address: { ...address, id: null }, choice: parseDeliveryChoice(deliveryOption) ?? null },
      { addressHash: request.seenHash, quoteHash },
    )
  },
  // Who works in one branch sees its orders alone.
  respond: (request, { branch, refundCents, surcharge }) => {
    if (surcharge) return { flash: texts.surchargeMessage(surcharge.amountCents) }
    return request.actor.branchId !== null && request.actor.branchId !== branch.id
      ? { to: request.rootPath, flash: texts.movedMessage(request.id, branch.name) }
      : { flash: texts.changedMessage(refundCents) }
  },
})

/** A product that somebody looked for, in place of what is short. */
export const sendReplacementForm = defineStaffForm({
  intent: 'propor-produto',
  schema: ({ backoffice }) => backoffice.forms.Proposal,
  run(request, { item, units, offerValue, latestProposal }) {
    const { productId, lineUnits } = parseItemValue(item)
    return request.backoffice.proposals.proposeReplacement(
      request.id,
      { productId, units },
      parseId(offerValue.replace(/^produto-/, '')),
      { lineUnits, latestProposalId: latestProposal === noProposal ? null : parseId(latestProposal) },
    )
  },
  respond: () => ({ flash: proposalTexts.sentMessage }),
})

/** What the customer does not want any more: the product, and its units as the page showed them. */
export const removeByWishForm = defineStaffForm({
  intent: 'tirar-a-pedido',
  schema: ({ backoffice }) => backoffice.forms.ShortItem,
  run(request, { item, units }) {
    const { productId, lineUnits: expectedUnits } = parseItemValue(item)
    return request.backoffice.orderChanges.removeByWish(request.id, {
      productId,
      units,
      expectedUnits,
    })
  },
  respond: (_, refundCents) => ({ flash: texts.removedMessage(refundCents) }),
})
