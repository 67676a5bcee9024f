/** The page where a visitor consents to analytics, or not (LGPD: consent before analytics). */
export const privacyTexts = {
  title: 'Privacidade',
  intro: 'Você decide se a loja pode contar visitas. A loja funciona igual nos dois casos.',
  factsTitle: 'O que medimos, se você permitir',
  factList: [
    'Páginas vistas (o endereço da página, inclusive o de uma categoria; de um produto, só que é uma página de produto), entradas na conta, inclusões na sacola (sem dizer o produto) e compras pagas (número do pedido e valor), com um identificador aleatório do aparelho.',
    'Nunca: nome de produto ou medicamento, princípio ativo, palavras buscadas, CPF, e-mail, receita ou endereço.',
  ],
  consentLegend: 'Estatísticas de visita',
  allow: 'Permitir',
  refuse: 'Não permitir',
  submit: 'Salvar escolha',
  savedMessages: {
    analytics: 'Obrigado! As estatísticas estão permitidas.',
    none: 'Certo! Nenhuma estatística será coletada.',
  },
  seePolicy: 'Ler a política de privacidade',
}
