import { createShopAction, defineShopForm } from '../http/handle-forms.server.ts'
import { createFlashMessage } from '../http/responses.server.ts'
import { laboratoryTexts as texts } from '../texts/checkout.ts'

/** 'Quero o desconto': takes consent and CPF together; the CPF is never sent back to the page. */
const optInForm = defineShopForm({
  intent: 'optIn',
  schema: ({ bags }) => bags.laboratory.DiscountRequestSchema,
  fields: { productId: 'id' },
  hasBotProtection: true,
  async run({ shop: { bags, catalogue }, visitor: { bag, branch, customer } }, { productId, cpf }) {
    const optInRequest = {
      branchId: branch.id,
      productId,
      cpf,
      customerId: customer?.id,
      replacedOptInId: bag.laboratoryOptInId,
    }
    const laboratoryOptInId = await bags.laboratory.optIn(optInRequest)
    const product = (await catalogue.findProducts(branch.id, [productId])).get(productId)
    const isInBag = bag.lines.some((line) => line.productId === productId)
    return { laboratoryOptInId, slug: isInBag ? undefined : product?.slug }
  },
  respond: ({ visitor }, { laboratoryOptInId, slug }) => ({
    to: slug === undefined ? '/checkout/sacola' : `/produto/${slug}`,
    bag: { ...visitor.bag, laboratoryOptInId },
    flash: createFlashMessage('ok', slug === undefined ? texts.doneMessage : texts.doneBeforeBagMessage),
  }),
})

const withdrawConsentForm = defineShopForm({
  intent: 'withdraw',
  async run({ shop, visitor: { bag } }) {
    if (bag.laboratoryOptInId) await shop.bags.laboratory.deleteOptIn(bag.laboratoryOptInId)
  },
  respond: ({ visitor }) => ({
    to: '/checkout/sacola',
    bag: { ...visitor.bag, laboratoryOptInId: undefined },
    flash: createFlashMessage('ok', texts.withdrawnMessage),
  }),
})

export const laboratoryAction = createShopAction(withdrawConsentForm, optInForm)
