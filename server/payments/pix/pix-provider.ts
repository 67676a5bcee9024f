import {
  type CallOptions,
  type ChargeKey,
  type ChargeSnapshot,
  createUnavailableError,
  type IncomingWebhook,
  type NewCharge,
  type NewRefund,
  type PaymentProvider,
  ProviderError,
  type StartedCharge,
  type WebhookOutcome,
} from '../../ports/payment-provider.ts'
import { tryParseJson } from '../provider-responses.ts'
import { listNotifiedTxids, WebhookBody } from './api-pix.schemas.ts'
import { parseBrCode } from './br-code.ts'
import type { BankCharge, PixBank } from './pix-bank.ts'

/** Within which a payer may ask for a payment made by fraud (MED: Resolução BCB 1/2020, art. 41-B). */
const disputeWindowDays = 80
/** Within which a bank returns a Pix (Resolução BCB 1/2020, art. 41). */
const refundWindowDays = 90

/** Pix by a bank: a charge's reference is its txid there. */
export function createPixProvider(bank: PixBank): PaymentProvider {
  return {
    name: 'pix',
    paymentTimeoutMinutes: 30,
    isDeclineFinal: true,
    disputeWindowDays,
    refundWindowDays,
    startCharge,
    readCharge,
    closeCharge,
    refund,
    handleWebhook,
  }

  async function startCharge(charge: NewCharge, options?: CallOptions): Promise<StartedCharge> {
    const { reference: txid, amountCents, expiresInSeconds, message } = charge
    const bankCharge = await bank.createCharge({ txid, amountCents, expiresInSeconds, message }, options)
    try {
      return { providerId: null, codeOrUrl: getUsableCode(bankCharge, amountCents) }
    } catch (error) {
      throw createUnavailableError(new ProviderError(`${txid}: unusable charge`, 200, error))
    }
  }

  async function readCharge(
    { reference, amountCents }: ChargeKey,
    options?: CallOptions,
  ): Promise<ChargeSnapshot | null> {
    const charge = await bank.findCharge(reference, options)
    return charge && toSnapshot(charge, amountCents)
  }

  function closeCharge({ reference }: ChargeKey): Promise<void> {
    return bank.cancelCharge(reference)
  }

  function refund({ payment, id, amountCents, message }: NewRefund) {
    return bank.refund({ endToEndId: payment.reference, id, amountCents, message })
  }

  /** These calls are not signed. */
  async function handleWebhook({ body }: IncomingWebhook): Promise<WebhookOutcome> {
    const parseResult = WebhookBody.safeParse(tryParseJson(body))
    if (!parseResult.success) return 'malformed'
    const { txids: references, invalidCount } = listNotifiedTxids(parseResult.data)
    return { references, invalidCount }
  }
}

/** API Pix has no refusal: a charge that the bank removed means one. */
const stateByBankStatus = { active: 'open', completed: 'closed', removed: 'refused' } as const

function toSnapshot({ status, pix, unclearReason, ...charge }: BankCharge, amountCents: number): ChargeSnapshot {
  return {
    // Until the bank lists the payment as well, it may still arrive.
    state: status === 'completed' && pix.length === 0 ? 'open' : stateByBankStatus[status],
    codeOrUrl: findUsableCode({ status, pix, ...charge }, amountCents),
    payments: pix.map(({ endToEndId, ...payment }) => ({ reference: endToEndId, method: 'pix', ...payment })),
    ...(unclearReason && { unclearReason }),
  }
}

function findUsableCode(charge: BankCharge, amountCents: number): string | null {
  try {
    return getUsableCode(charge, amountCents)
  } catch {
    return null
  }
}

/** @throws Error: no code is better than one that cannot be paid, or for a wrong amount */
function getUsableCode(charge: BankCharge, amountCents: number): string {
  if (charge.amountCents !== amountCents) throw new Error(`charges ${charge.amountCents} cents`)
  const code = charge.pixCode ?? ''
  parseBrCode(code)
  return code
}
