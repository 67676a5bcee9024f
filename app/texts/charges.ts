/** What the payer's bank shows about a Pix. No product names: the bank must not learn what is bought in a pharmacy (LGPD). */
export const chargeTexts = {
  message: (orderId: number) => `Pedido ${orderId}`,
  refund: (orderId: number) => `Devolução do pedido ${orderId}`,
}
