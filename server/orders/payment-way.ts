/** By what an order may be paid, in the order in which it is offered. */
export const paymentWays = ['pix', 'card', 'external', 'door'] as const
export type PaymentWay = (typeof paymentWays)[number]
