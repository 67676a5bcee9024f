import { parseJson, unavailable } from '../answers.ts'
import {
  type ChargeKey,
  type NewCharge,
  type NewRefund,
  type PaymentProvider,
  type ProviderCall,
  ProviderError,
  type Reading,
  type Received,
  type Report,
  type StartedCharge,
} from '../provider.ts'
import { chargesNamedIn, WebhookCall } from './api-pix.shapes.ts'
import { readBrCode } from './br-code.ts'
import type { BankCharge, PixBank } from './pix-bank.ts'

/** Within which a payer may ask for a payment made by fraud (MED: Resolução BCB 1/2020, art. 41-B). */
const takesBackWithinDays = 80

/** Pix by a bank: a charge's reference is its txid there. */
export function createPixProvider(bank: PixBank): PaymentProvider {
  return {
    name: 'pix',
    waitMinutes: 30,
    isRefusalFinal: true,
    takesBackWithinDays,
    start,
    read,
    close,
    refund,
    receive,
  }

  async function start(charge: NewCharge, call?: ProviderCall): Promise<StartedCharge> {
    const { reference: txid, amountCents, expiresIn, message } = charge
    const created = await bank.createCharge({ txid, amountCents, expiresIn, message }, call)
    try {
      return { providerId: null, payable: usableCode(created, amountCents) }
    } catch (error) {
      throw unavailable(new ProviderError(`${txid}: unusable charge`, 200, error))
    }
  }

  async function read({ reference, amountCents }: ChargeKey, call?: ProviderCall): Promise<Reading | null> {
    const charge = await bank.findCharge(reference, call)
    return charge && readingOf(charge, amountCents)
  }

  function close({ reference }: ChargeKey): Promise<void> {
    return bank.cancelCharge(reference)
  }

  function refund({ payment, id, amountCents, message }: NewRefund) {
    return bank.refund({ endToEndId: payment.reference, id, amountCents, message })
  }

  /** These calls are not signed. */
  async function receive({ body }: Report): Promise<Received> {
    const call = WebhookCall.safeParse(parseJson(body))
    if (!call.success) return 'malformed'
    const { txids: references, odd } = chargesNamedIn(call.data.pix)
    return { references, odd }
  }
}

/** API Pix has no refusal: a charge that the bank removed means one. */
const states = { active: 'open', completed: 'closed', removed: 'refused' } as const

function readingOf({ status, pix, ...charge }: BankCharge, amountCents: number): Reading {
  return {
    // Until the bank tells the payment as well, it may still be on its way.
    state: status === 'completed' && pix.length === 0 ? 'open' : states[status],
    payable: codeOrNull({ status, pix, ...charge }, amountCents),
    payments: pix.map(({ endToEndId, ...payment }) => ({ reference: endToEndId, method: 'pix', ...payment })),
  }
}

function codeOrNull(charge: BankCharge, amountCents: number): string | null {
  try {
    return usableCode(charge, amountCents)
  } catch {
    return null
  }
}

/** @throws Error: no code is better than one that cannot be paid, or for a wrong amount */
function usableCode(charge: BankCharge, amountCents: number): string {
  if (charge.amountCents !== amountCents) throw new Error(`charges ${charge.amountCents} cents`)
  const code = charge.pixCode ?? ''
  readBrCode(code)
  return code
}
