import type { Database } from '../database/connection.ts'
import { createCircuitBreaker } from '../platform/circuit-breaker.ts'
import type { Clock } from '../platform/clock.ts'
import { isProviderTimeout, type PaymentProvider, type ProviderName } from '../ports/payment-provider.ts'
import { createCallGuard, guardProvider } from './call-guard.ts'
import { createCardRefundStore } from './card/card-refunds.ts'
import type { CardSettings } from './card/card-settings.ts'
import { createMercadoPagoProvider } from './card/mercado-pago.ts'
import { createExternalProvider } from './external/external-provider.ts'
import { calculateInstallments, type InstallmentLimits } from './installments.ts'
import { createApiPixBank, type PixSettings } from './pix/api-pix.ts'
import { guardBank } from './pix/guarded-bank.ts'
import { mercadoPagoPixProduct } from './pix/mercado-pago-pix.ts'
import { createPixProvider } from './pix/pix-provider.ts'

/** Of the environment. */
interface PaymentSettings {
  /** The names of the providers that are offered, in this order. */
  paymentProviders: readonly ProviderName[]
  installments: InstallmentLimits
  isSandbox: boolean
}

interface Deps {
  database: Database
  clock: Clock
  /** Of the pages, to which a provider's page leads back. */
  getPublicOrigin: () => string
  /** Read on every call: a sandbox's bank has no address until the server listens. Null where the shop has none. */
  getPixSettings: () => PixSettings | null
  getCardSettings: () => Pick<CardSettings, 'apiUrl' | 'accessToken' | 'webhookSecret'> | null
  externalPage: { url: string; secret: string } | null
}

/** Every payment provider of a shop. One more is a line here, and its folder. */
export function createPaymentProviders(
  settings: PaymentSettings,
  { database, clock, getPublicOrigin, getPixSettings, getCardSettings, externalPage }: Deps,
) {
  const createProviderBreaker = () => createCircuitBreaker({ clock, isFailure: isProviderTimeout })
  const bank = guardBank(createApiPixBank({ getSettings: getPixSettings, clock }), createProviderBreaker())
  const cardGuard = createCallGuard(createProviderBreaker())
  const mercadoPago = {
    getSettings: () => {
      const apiSettings = getCardSettings()
      return apiSettings && { ...apiSettings, ...settings.installments, origin: getPublicOrigin() }
    },
    refundStore: createCardRefundStore(database, clock),
    isLive: !settings.isSandbox,
  }
  const cardProvider = createMercadoPagoProvider(mercadoPago)
  const providers: readonly PaymentProvider[] = [
    createPixProvider(bank),
    createExternalProvider({ database, clock, settings: externalPage }),
    guardProvider({ ...cardProvider, webhookPartners: [mercadoPagoPixProduct.name] }, cardGuard),
    guardProvider(createMercadoPagoProvider(mercadoPago, mercadoPagoPixProduct), cardGuard),
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
  }
}
