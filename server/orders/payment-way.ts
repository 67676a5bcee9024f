import type { DoorMethod } from '../database/schema.ts'

/** By what an order may be paid, in the order in which it is offered. */
export const paymentWays = ['pix', 'card', 'external', 'door'] as const
export type PaymentWay = (typeof paymentWays)[number]

/** How it will be paid where it is handed over. */
export const doorMeansNames = ['card', 'cash'] as const
export type DoorMeans = (typeof doorMeansNames)[number]

/** How it was paid there. */
export const doorMethods = ['cash', 'debit', 'credit', 'pix'] as const satisfies DoorMethod[]
