import { expect, test } from 'vitest'
import { auditActionTexts } from './audit.ts'
import { formatAuditAction, formatAuditTarget } from './audit-entries.ts'

test.each([
  ['products.change', 'branch 1, price 990 → 890', 'Mudou preço ou estoque: loja 1, preço R$ 9,90 → R$ 8,90'],
  ['orders.answerProblem', 'grant', 'Respondeu ao problema: aceito'],
  ['orders.answerProblem', 'part', 'Respondeu ao problema: aceito em parte'],
  ['orders.handOver', 'document', 'Entregou no balcão: com documento'],
  ['orders.receiveAtDoor', '12.90 cash', 'Recebeu na entrega o valor de: R$ 12,90 em dinheiro'],
  [
    'orders.settleRefund',
    '12.90 cash 2026-11-30, 77',
    'Registrou a devolução de outro modo de: R$ 12,90 em dinheiro 30/11/2026, 77',
  ],
  ['orders.changeAddress', 'branch 1 → 2', 'Trocou o endereço: loja 1 → 2'],
  ['products.words', '12 rules', 'Mudou a tabela de palavras: 12 regras'],
  [
    'products.promoteBag',
    'Leve 3, pague 2, 35 products of "price to all"',
    'Criou uma promoção por quantidade: Leve 3, pague 2, 35 produtos de "price to all"',
  ],
  ['products.change', 'safety stock of the branch', 'Mudou preço ou estoque: estoque de segurança, o da loja'],
])('%s with %s reads: %s', (action, detail, sentence) => {
  expect(formatAuditAction(auditActionTexts, { action, detail }).replaceAll('\u00a0', ' ')).toBe(sentence)
})

test.each([
  ['order 12', 'order', '12', 'pedido 12'],
  ['access log', 'access log', null, 'registro de acessos'],
  ['bagPromotion 3', 'bagPromotion', '3', 'promoção por quantidade 3'],
  ['category 2', 'category', '2', 'categoria 2'],
  ['product FD0060', 'product', '60', 'produto FD0060'],
  ['all branches', 'branch', null, 'todas as lojas'],
  ['order 12', null, null, 'pedido 12'],
])('the record %s (%s, %s) reads: %s', (record, recordType, recordId, text) => {
  expect(formatAuditTarget({ record, recordType, recordId })).toBe(text)
})
