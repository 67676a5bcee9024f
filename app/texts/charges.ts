/** What the payer's bank shows about a Pix. No product names: a bank need not know what somebody buys in a pharmacy (LGPD). */
export const charges = {
  message: (orderId: number) => `Pedido ${orderId}`,
  refund: (orderId: number) => `Devolução do pedido ${orderId}`,
}
