/** Explanations of product badges, shown as pages and, with scripts, in dialogs. */
export const badgeTexts = {
  receita: {
    badge: 'Receita',
    title: 'Venda sob prescrição médica',
    paragraphs: [
      'Este medicamento só é vendido com receita de um profissional habilitado.',
      'Coloque o produto na sacola e envie a receita antes de pagar: a digital, com o emissor e o código, ou uma foto nítida da receita em papel.',
      'Nosso farmacêutico confere cada receita antes de separar o pedido. Quando a lei manda reter a receita, o entregador recolhe a original na entrega.',
      'Se a receita não puder ser aceita, o pedido é cancelado e o valor volta inteiro para você.',
    ],
  },
  laboratorio: {
    badge: 'Desconto de laboratório',
    title: 'Desconto de laboratório',
    paragraphs: [
      'O laboratório que fabrica este medicamento mantém um programa de desconto para quem o usa.',
      'Para participar, informe seu CPF e aceite o envio dele ao programa. Você não precisa participar para comprar.',
      'O desconto só aparece depois que você escolhe participar. O valor cobrado é sempre o do resumo do pedido.',
    ],
  },
  /** Of a shop that asks no programme. */
  'laboratorio-na-loja': {
    badge: 'Desconto de laboratório',
    title: 'Desconto de laboratório',
    paragraphs: [
      'O laboratório que fabrica este medicamento mantém um programa de desconto para quem o usa.',
      'O desconto é dado na loja: leve seu CPF e a receita, e nossa equipe consulta o programa. Nos pedidos pelo site, o valor cobrado é o do resumo do pedido, sem esse desconto.',
    ],
  },
} as const

export type BadgeKind = keyof typeof badgeTexts

export function isBadgeKind(name: string | undefined): name is BadgeKind {
  return name !== undefined && Object.hasOwn(badgeTexts, name)
}

export const badgePageTexts = { seeAllProducts: 'Ver todos os produtos', checkDiscount: 'Consultar o desconto' }
