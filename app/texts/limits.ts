/** The limits that a form, a file, a call and the domain share. */
export const limits = {
  /** Letters; the product feed's own limit for an id. */
  skuLength: 50,
  /** Units of a product in a branch, and of a line of a bag, an order, a problem or a link. */
  units: 1_000_000,
  priceCents: 100_000_000,
  couponCodeLength: 40,
  /** Letters of a message about a problem, the customer's or the shop's. */
  problemMessageLength: 1_000,
  /** Letters of the reason why an order is cancelled. */
  cancellationReasonLength: 300,
  /** Letters of the reason for a price above the legal ceiling. */
  ceilingReasonLength: 200,
} as const
