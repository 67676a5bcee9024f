import * as laboratoryDiscounts from '../../server/bag/laboratory-discounts.ts'
import { createHttpProgramme } from '../../server/bag/programme/http-programme.ts'
import * as authorisations from '../../server/bag/programme/laboratory-authorisations.ts'
import { bindContext } from '../../server/context.ts'
import type { Database } from '../../server/database/connection.ts'
import * as queue from '../../server/orders/fulfilment-queue.ts'
import * as orderCommands from '../../server/orders/order-commands.ts'
import * as orderQueries from '../../server/orders/order-queries.ts'
import * as placement from '../../server/orders/placement.ts'
import * as chargeRefresher from '../../server/payments/charge-refresher.ts'
import { hasChargeInReview } from '../../server/payments/charges.sql.ts'
import * as charges from '../../server/payments/charges.ts'
import * as paymentQueries from '../../server/payments/payment-queries.ts'
import * as payments from '../../server/payments/payments.ts'
import type { PixSettings } from '../../server/payments/pix/api-pix.ts'
import { createApiPixBank } from '../../server/payments/pix/api-pix.ts'
import { guardBank } from '../../server/payments/pix/guarded-bank.ts'
import { createPixProvider } from '../../server/payments/pix/pix-provider.ts'
import * as refundSettlements from '../../server/payments/refund-settlements.ts'
import * as unclearCharges from '../../server/payments/unclear-charges.ts'
import { listUnknownPayments } from '../../server/payments/unknown-payments.ts'
import { createCircuitBreaker } from '../../server/platform/circuit-breaker.ts'
import type { Clock } from '../../server/platform/clock.ts'
import { isProgrammeTimeout } from '../../server/ports/laboratory-programme.ts'
import { isProviderTimeout, type PaymentProvider } from '../../server/ports/payment-provider.ts'
import * as submission from '../../server/prescriptions/submission.ts'
import * as problems from '../../server/problems/problems.ts'
import { contextOn } from './context.ts'

interface Deps {
  database: Database
  clock: Clock
  settings: PixSettings
  log: { warn(details: object, message: string): void }
  createDeadlineSignal?: () => AbortSignal
  /** Of the laboratory's programme; without it there is none. */
  programmeUrl?: string | undefined
  /** Besides Pix, in the order in which they are offered. */
  others?: (parts: { database: Database; clock: Clock }) => readonly PaymentProvider[]
}

/** Orders and their payment, without the parts of a shop that would slow down a process that is restarted often. */
export function openPixDomains({
  database,
  clock,
  settings,
  log,
  createDeadlineSignal,
  programmeUrl,
  others = () => [],
}: Deps) {
  const apiPix = guardBank(
    // With a deadline of the test's own, nothing else ends a wait.
    createApiPixBank({ getSettings: () => settings, clock, ...(createDeadlineSignal && { timeoutMs: 600_000 }) }),
    createCircuitBreaker({ clock, isFailure: isProviderTimeout }),
  )
  const providers = [createPixProvider(apiPix), ...others({ database, clock })]
  const programme =
    programmeUrl === undefined
      ? null
      : createHttpProgramme({
          getBaseUrl: () => programmeUrl,
          breaker: createCircuitBreaker({ clock, isFailure: isProgrammeTimeout }),
        })
  const ctx = contextOn(database, {
    clock,
    log: { info() {}, ...log },
    providers: { payments: providers, programme },
    settings: {
      offeredProviderNames: providers.map(({ name }) => name),
      ...(createDeadlineSignal && { createProviderDeadline: createDeadlineSignal }),
    },
  })
  return {
    ctx,
    laboratory: bindContext(ctx, laboratoryDiscounts),
    authorisations: bindContext(ctx, authorisations),
    orders: {
      ...bindContext(ctx, { ...orderCommands, ...orderQueries, ...placement }),
      queue: bindContext(ctx, queue),
    },
    problems: bindContext(ctx, problems),
    prescriptions: bindContext(ctx, submission),
    apiPix,
    payments: {
      ...bindContext(ctx, { ...charges, ...chargeRefresher, ...payments, ...refundSettlements, ...paymentQueries }),
      ...bindContext(ctx, { ...unclearCharges, hasChargeInReview }),
      listUnknownPayments: (period: { from: Date; until: Date }) => listUnknownPayments(ctx, apiPix, period),
    },
  }
}
