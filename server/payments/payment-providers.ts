import type { Database } from '../database/connection.ts'
import { createCircuitBreaker } from '../platform/circuit-breaker.ts'
import type { Clock } from '../platform/clock.ts'
import { sandboxPaymentSecret } from '../platform/secrets.ts'
import { isProviderTimeout, type PaymentProvider, type ProviderName } from '../ports/payment-provider.ts'
import { createCallGuard, guardProvider } from './call-guard.ts'
import { createCardRefundStore } from './card/card-refunds.ts'
import { type CardSettings, createMercadoPagoProvider } from './card/mercado-pago.ts'
import { createExternalProvider } from './external/external-provider.ts'
import { calculateInstallments, type InstallmentLimits } from './installments.ts'
import { createApiPixBank, type PixSettings } from './pix/api-pix.ts'
import type { Receiver } from './pix/br-code.ts'
import { guardBank } from './pix/guarded-bank.ts'
import { createPixProvider } from './pix/pix-provider.ts'
import { buildSandboxPixSettings, createSandboxBank } from './sandbox/sandbox-bank.ts'
import { buildSandboxCardSettings, createSandboxCardProvider } from './sandbox/sandbox-card-provider.ts'
import { createSandboxPaymentPage } from './sandbox/sandbox-payment-page.ts'

/** Of the environment. */
interface PaymentSettings {
  isSandbox: boolean
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
  getLocalOrigin: () => string
  /** Of the pages, to which a provider's page leads back. */
  getPublicOrigin: () => string
  /** The shop, as the payee in BR Codes. */
  receiver: Receiver
}

/** Every payment provider of a shop, and what pretends to be one in the sandbox. One more is a line here, and its folder. */
export function createPaymentProviders(
  settings: PaymentSettings,
  { database, clock, getLocalOrigin, getPublicOrigin, receiver }: Deps,
) {
  const { isSandbox, pix, card } = settings
  const createProviderBreaker = () => createCircuitBreaker({ clock, isFailure: isProviderTimeout })
  const bank = guardBank(
    createApiPixBank({
      getSettings: () => pix ?? (isSandbox ? buildSandboxPixSettings(getLocalOrigin()) : null),
      clock,
    }),
    createProviderBreaker(),
  )
  const getCardSettings = () => {
    const apiSettings = card ?? (isSandbox ? buildSandboxCardSettings(getLocalOrigin()) : null)
    return apiSettings && { ...apiSettings, ...settings.installments, origin: getPublicOrigin() }
  }
  const cardGuard = createCallGuard(createProviderBreaker())
  const mercadoPago = createMercadoPagoProvider({
    getSettings: getCardSettings,
    refundStore: createCardRefundStore(database, clock),
  })
  const externalPageSettings = resolveExternalPageSettings(settings)
  const providers: readonly PaymentProvider[] = [
    createPixProvider(bank),
    createExternalProvider({ database, clock, settings: externalPageSettings }),
    guardProvider(mercadoPago, cardGuard),
  ]
  const offeredProviderNames: readonly ProviderName[] = settings.paymentProviders
  const paymentTimeoutsMinutes = providers
    .filter(({ name }) => offeredProviderNames.includes(name))
    .map(({ paymentTimeoutMinutes }) => paymentTimeoutMinutes)
  return {
    providers,
    offeredProviderNames,
    bank,
    /** How long an order waits for its payment. */
    paymentTimeoutMinutes: Math.max(...paymentTimeoutsMinutes),
    operatorAccess: {
      bank,
      callStatsGetters: { pix: bank.getCallStats, card: cardGuard.getCallStats },
      /** The installments of an amount on a card; null where cards are not accepted. */
      calculateInstallments: (cents: number) =>
        offeredProviderNames.includes('card') ? calculateInstallments(cents, settings.installments) : null,
    },
    sandbox: isSandbox
      ? {
          bank: pix === null ? createSandboxBank({ database, clock, receiver }) : null,
          card: card === null ? createSandboxCardProvider({ database, clock, getLocalOrigin }) : null,
          paymentPage: createSandboxPaymentPage({
            database,
            getLocalOrigin,
            webhookSecret: externalPageSettings?.secret ?? '',
          }),
        }
      : null,
  }
}

/** Without settings of its own the sandbox uses its simulated payment page, whose secret is public. */
function resolveExternalPageSettings({ externalPayment: { url, secret }, isSandbox }: PaymentSettings) {
  if (url && secret) return { url, secret }
  return isSandbox ? { url: url ?? '/sandbox/pagamento', secret: secret ?? sandboxPaymentSecret } : null
}
