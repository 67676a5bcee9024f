import type { Database } from '../database/connection.ts'
import { createBreaker } from '../platform/breaker.ts'
import type { Clock } from '../platform/clock.ts'
import { sandboxPaymentSecret } from '../platform/secrets.ts'
import { createCallGuard, guardProvider } from './call-guard.ts'
import { createCardRefunds } from './card/card-refunds.ts'
import { type CardSettings, createMercadoPago } from './card/mercado-pago.ts'
import { createExternalProvider } from './external/external-provider.ts'
import { calculateInstallments, type InstallmentLimits } from './installments.ts'
import { createOrderPayments } from './order-payments.ts'
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
  const createProviderBreaker = () => createBreaker({ clock, isFailure: isProviderTimeout })
  const bank = guardBank(
    createApiPix({ getSettings: () => pix ?? (sandbox ? sandboxPixSettings(ownOrigin()) : null), clock }),
    createProviderBreaker(),
  )
  const getCardSettings = () => {
    const apiSettings = card ?? (sandbox ? sandboxCardSettings(ownOrigin()) : null)
    return apiSettings && { ...apiSettings, ...config.installments, origin: pagesOrigin() }
  }
  const cardGuard = createCallGuard(createProviderBreaker())
  const mercadoPago = createMercadoPago({
    getSettings: getCardSettings,
    refunds: createCardRefunds(database, clock),
    clock,
  })
  const pageSettings = resolvePageSettings(config)
  const providers: readonly PaymentProvider[] = [
    createPixProvider(bank),
    createExternalProvider({ database, clock, settings: pageSettings }),
    guardProvider(mercadoPago, cardGuard),
  ]
  const offeredProviders: readonly ProviderName[] = config.paymentProviders
  const requiresManualRefund = (name: ProviderName) => !providers.find((provider) => provider.name === name)?.refund
  const timeoutMinutes = providers
    .filter(({ name }) => offeredProviders.includes(name))
    .map(({ paymentTimeoutMinutes }) => paymentTimeoutMinutes)
  return {
    providers,
    offeredProviders,
    bank,
    /** How long an order waits for its payment. */
    paymentTimeoutMinutes: Math.max(...timeoutMinutes),
    orderPayments: createOrderPayments(requiresManualRefund),
    operatorAccess: {
      bank,
      traffic: { pix: bank.getCallStats, card: cardGuard.getCallStats },
      /** Into how many parts a card divides so many cents; null where cards are not taken. */
      calculateInstallments: (cents: number) =>
        offeredProviders.includes('card') ? calculateInstallments(cents, config.installments) : null,
    },
    sandbox: sandbox
      ? {
          bank: pix === null ? createSandboxBank({ database, clock, receiver }) : null,
          card: card === null ? createSandboxCard({ database, clock, ownOrigin }) : null,
          page: createSandboxPage({ database, ownOrigin, secret: pageSettings?.secret ?? '' }),
        }
      : null,
  }
}

/** Without settings of its own the sandbox uses its simulated payment page, whose secret is public. */
function resolvePageSettings({ externalPayment: { url, secret }, sandbox }: Settings) {
  if (url && secret) return { url, secret }
  return sandbox ? { url: url ?? '/sandbox/pagamento', secret: secret ?? sandboxPaymentSecret } : null
}
