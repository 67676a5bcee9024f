import { formatMoney } from '../format.ts'

/** What is taken where an order is handed over. */
export const doorTexts = {
  title: 'A receber',
  fields: { method: ['Como o cliente pagou'], amount: ['Valor recebido', 'Sem contar o troco.'] } as const,
  receive: 'Recebido',
  refuse: 'Não recebido',
  refuseHint: 'O cliente não ficou com o pedido, ou não pagou: ele é cancelado, e os produtos voltam para a loja.',
  waitHint: 'O valor é recebido quando o pedido sai para entrega, ou é retirado.',
  receivedMessage: (cents: number) => `Recebido: ${formatMoney(cents)}. Agora é só entregar.`,
  refusedMessage: 'O pedido voltou, e os produtos estão de novo na loja.',
}
