import { Router } from 'express'
import type { Discount } from '../../catalogue/pricing.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../database/connection.ts'
import type { Receiver } from '../../payments/pix/br-code.ts'
import type { Clock } from '../../platform/clock.ts'
import { sandboxPaymentSecret } from '../../platform/secrets.ts'
import { buildSandboxPixSettings, createSandboxBank } from './sandbox-bank.ts'
import { createSandboxBankRouter } from './sandbox-bank-api.ts'
import { createSandboxCardRouter } from './sandbox-card-api.ts'
import { buildSandboxCardSettings, createSandboxCardProvider } from './sandbox-card-provider.ts'
import { createSandboxDiscountProgramme } from './sandbox-discount-programme.ts'
import { createSandboxDiscountProgrammeRouter } from './sandbox-discount-programme-api.ts'
import { createSandboxPayerBank } from './sandbox-payer-bank.ts'
import { createSandboxPaymentPage } from './sandbox-payment-page.ts'
import { createSandboxWhatsapp } from './sandbox-whatsapp.ts'

interface Deps {
  database: Database
  clock: Clock
  /** This process's own origin, once it listens: the simulators run there. */
  getLocalOrigin: () => string
  /** The shop, as the payee in BR Codes. */
  receiver: Receiver
  loadLaboratoryDiscounts: (productIds: number[]) => Promise<Map<number, Discount>>
}

/**
 * What pretends to be bank, card provider, payment page and laboratory's programme: where the operator of a sandbox has set up none.
 * @returns with `connections`, by which the shop reaches them, or what the operator has set up
 */
export function createSimulators(
  { pix, card, externalPayment, laboratoryProgrammeUrl, channels }: Config,
  { database, clock, getLocalOrigin, receiver, loadLaboratoryDiscounts }: Deps,
) {
  const externalPage = {
    url: externalPayment.url ?? '/sandbox/pagamento',
    secret: externalPayment.secret ?? sandboxPaymentSecret,
  }
  const bank = pix === null ? createSandboxBank({ database, clock, receiver }) : null
  const cardProvider = card === null ? createSandboxCardProvider({ database, clock, getLocalOrigin, receiver }) : null
  const programme =
    laboratoryProgrammeUrl === undefined
      ? createSandboxDiscountProgramme({ database, loadDiscounts: loadLaboratoryDiscounts })
      : null
  const whatsapp = channels.WHATSAPP_PHONE_ID === undefined ? createSandboxWhatsapp({ clock, getLocalOrigin }) : null
  return {
    whatsapp,
    bank,
    payerBank: bank && createSandboxPayerBank(bank, cardProvider, receiver),
    card: cardProvider,
    paymentPage: createSandboxPaymentPage({ database, getLocalOrigin, webhookSecret: externalPage.secret }),
    programme,
    /** To be mounted at /sandbox. */
    createRouter() {
      const router = Router()
      if (bank) router.use('/pix-api', createSandboxBankRouter(bank))
      if (cardProvider) router.use('/card-api', createSandboxCardRouter(cardProvider))
      if (programme) router.use('/laboratory-api', createSandboxDiscountProgrammeRouter(programme))
      if (whatsapp) router.use('/whatsapp-api', whatsapp.createRouter())
      return router
    },
    connections: {
      getPixSettings: () => pix ?? buildSandboxPixSettings(getLocalOrigin()),
      getCardSettings: () => card ?? buildSandboxCardSettings(getLocalOrigin()),
      externalPage,
      getChannelEnvironment: () => whatsapp?.buildEnvironment() ?? channels,
      getProgrammeUrl: () => laboratoryProgrammeUrl ?? `${getLocalOrigin()}/sandbox/laboratory-api`,
    },
  }
}
