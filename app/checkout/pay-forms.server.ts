import { requirePayableOrder } from '../http/access.server.ts'
import { defineCustomerForm } from '../http/handle-forms.server.ts'
import { isShopError, throwNotFound } from '../http/responses.server.ts'
import { buildPaymentPath } from '../shell/start-payment.server.ts'

/** 'Pagar com Pix', 'Pagar com cartão': creates the charge, only once however often the button is pressed; a charge by another method is closed. */
function createPayForm(intent: string, provider: 'pix' | 'card') {
  return defineCustomerForm({
    intent,
    async run({ args, shop }) {
      const order = await requirePayableOrder(args)
      if (!shop.payments.offeredProviderNames.includes(provider)) return throwNotFound()
      await shop.payments.chargeOrder(order.customerId, order.id, provider).catch(async (error: unknown) => {
        // What was paid meanwhile counts: the rule leads to where the order belongs.
        if (isShopError(error, 'order.notPayable')) await requirePayableOrder(args)
        const err = isShopError(error) ? (error.cause ?? error) : error
        args.context.logger.warn({ id: args.context.requestId, err }, 'no charge was made')
        throw error
      })
      return order.id
    },
    respond: (_, id) => ({ to: buildPaymentPath(id, provider) }),
  })
}

export const payByCardForm = createPayForm('card', 'card')
export const payByPixForm = createPayForm('pay', 'pix')
