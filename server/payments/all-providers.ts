import type { Database } from '../database/connection.ts'
import { createBreaker } from '../platform/breaker.ts'
import type { Clock } from '../platform/clock.ts'
import { sandboxPaymentSecret } from '../platform/secrets.ts'
import { createCardRefunds } from './card/card-refunds.ts'
import { type CardSettings, createMercadoPago } from './card/mercado-pago.ts'
import { createExternalProvider } from './external/external-provider.ts'
import { createCallGuard, guardProvider } from './guard.ts'
import { type InstallmentLimits, installmentsOf } from './installments.ts'
import { createOrderMoney } from './order-money.ts'
import { createApiPix, type PixSettings } from './pix/api-pix.ts'
import type { Receiver } from './pix/br-code.ts'
import { guardBank } from './pix/guarded-bank.ts'
import { createPixProvider } from './pix/pix-provider.ts'
import { isProviderTimeout, type PaymentProvider, type ProviderName } from './provider.ts'
import { createSandboxBank, sandboxPixSettings } from './sandbox/sandbox-bank.ts'
import { createSandboxCard, sandboxCardSettings } from './sandbox/sandbox-card.ts'
import { createSandboxPage } from './sandbox/sandbox-page.ts'

/** Of the environment. */
interface Settings {
  sandbox: boolean
  /** The names of the providers that are offered, in this order. */
  paymentProviders: readonly ProviderName[]
  pix: PixSettings | null
  card: Pick<CardSettings, 'apiUrl' | 'accessToken' | 'webhookSecret'> | null
  installments: InstallmentLimits
  externalPayment: { url: string | undefined; secret: string | undefined }
}

interface Deps {
  database: Database
  clock: Clock
  /** This process's own origin, once it listens: the sandbox's providers run there. */
  ownOrigin: () => string
  /** Of the pages, to which a provider's page leads back. */
  pagesOrigin: () => string
  /** The shop, as the payee in BR Codes. */
  receiver: Receiver
}

/** Every payment provider of a shop, and what pretends to be one in the sandbox. One more is a line here, and its folder. */
export function createPaymentProviders(config: Settings, { database, clock, ownOrigin, pagesOrigin, receiver }: Deps) {
  const { sandbox, pix, card } = config
  const breaker = () => createBreaker({ clock, isFailure: isProviderTimeout })
  const bank = guardBank(
    createApiPix({ settings: () => pix ?? (sandbox ? sandboxPixSettings(ownOrigin()) : null), clock }),
    breaker(),
  )
  const cardSettings = () => {
    const access = card ?? (sandbox ? sandboxCardSettings(ownOrigin()) : null)
    return access && { ...access, ...config.installments, origin: pagesOrigin() }
  }
  const cardGuard = createCallGuard(breaker())
  const mercadoPago = createMercadoPago({
    settings: cardSettings,
    refunds: createCardRefunds(database, clock),
    clock,
  })
  const page = pageSettings(config)
  const providers: readonly PaymentProvider[] = [
    createPixProvider(bank),
    createExternalProvider({ database, clock, settings: page }),
    guardProvider(mercadoPago, cardGuard),
  ]
  const ways: readonly ProviderName[] = config.paymentProviders
  const requiresManualRefund = (name: ProviderName) => !providers.find((provider) => provider.name === name)?.refund
  const minutes = providers.filter(({ name }) => ways.includes(name)).map(({ waitMinutes }) => waitMinutes)
  return {
    providers,
    ways,
    bank,
    /** How long an order waits for its payment. */
    waitMinutes: Math.max(...minutes),
    orderMoney: createOrderMoney(requiresManualRefund),
    operated: {
      bank,
      traffic: { pix: bank.traffic, card: cardGuard.traffic },
      /** Into how many parts a card divides so many cents; null where cards are not taken. */
      installmentsOf: (cents: number) => (ways.includes('card') ? installmentsOf(cents, config.installments) : null),
    },
    sandbox: sandbox
      ? {
          bank: pix === null ? createSandboxBank({ database, clock, receiver }) : null,
          card: card === null ? createSandboxCard({ database, clock, ownOrigin }) : null,
          page: createSandboxPage({ database, ownOrigin, secret: page?.secret ?? '' }),
        }
      : null,
  }
}

/** Without settings of its own the sandbox uses its simulated payment page, whose secret is public. */
function pageSettings({ externalPayment: { url, secret }, sandbox }: Settings) {
  if (url && secret) return { url, secret }
  return sandbox ? { url: url ?? '/sandbox/pagamento', secret: secret ?? sandboxPaymentSecret } : null
}
