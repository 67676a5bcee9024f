/** The page where a shopper asks for an e-mail when a product is back in stock, or costs less. */
export const stockNoticeTexts = {
  email: 'E-mail',
  hint: 'Usamos o endereço só para este aviso e o apagamos depois.',
  submit: 'Avise-me',
  back: 'Voltar ao produto',
  kinds: {
    stock: {
      title: 'Avise-me quando chegar',
      intro: (product: string) =>
        `Deixe seu e-mail: escreveremos uma vez, quando ${product} voltar ao estoque da sua região.`,
      doneMessage: 'Combinado! Avisaremos por e-mail assim que o produto chegar.',
    },
    price: {
      title: 'Avise-me se o preço baixar',
      intro: (product: string, price: string) =>
        `Deixe seu e-mail: escreveremos uma vez, quando ${product} custar menos que ${price} na sua região.`,
      doneMessage: 'Combinado! Avisaremos por e-mail se o preço baixar.',
    },
  },
  unavailable: 'O produto está indisponível no momento, tente novamente mais tarde.',
}
