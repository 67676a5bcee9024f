import type { Receiver } from '../../payments/pix/br-code.ts'
import type { SandboxBank } from './sandbox-bank.ts'
import type { SandboxCardProvider } from './sandbox-card-provider.ts'

/** The payer's own bank, which pays a Pix of the pretend bank as well as one of the pretend card provider. */
export function createSandboxPayerBank(
  bank: Pick<SandboxBank, 'getChargeView' | 'payCharge' | 'refuseCharge'>,
  cardProvider: SandboxCardProvider | null,
  receiver: Receiver,
) {
  return { getChargeView, payCharge, refuseCharge }

  async function findOrderId(reference: string): Promise<string | null> {
    return cardProvider && /^\w{26,35}$/.test(reference) ? cardProvider.findOrderId(reference) : null
  }

  async function getChargeView(reference: string): ReturnType<SandboxBank['getChargeView']> {
    const orderId = await findOrderId(reference)
    if (orderId === null || !cardProvider) return bank.getChargeView(reference)
    const { amountCents, message, status } = await cardProvider.getOrderView(orderId)
    return {
      txid: reference,
      amountCents,
      receiverName: receiver.name,
      message,
      status: status === 'in_review' ? 'payable' : status,
    }
  }

  async function payCharge(reference: string): Promise<void> {
    const orderId = await findOrderId(reference)
    await (orderId !== null && cardProvider ? cardProvider.approvePayment(orderId) : bank.payCharge(reference))
  }

  async function refuseCharge(reference: string): Promise<void> {
    const orderId = await findOrderId(reference)
    await (orderId !== null && cardProvider ? cardProvider.declinePayment(orderId) : bank.refuseCharge(reference))
  }
}
