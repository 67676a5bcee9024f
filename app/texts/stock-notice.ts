/** The page where a shopper asks for an e-mail when a product is back in stock. */
export const stockNoticeTexts = {
  title: 'Avise-me quando chegar',
  unavailable: 'O produto está indisponível no momento, tente novamente mais tarde.',
  intro: (product: string) =>
    `Deixe seu e-mail: escreveremos uma vez, quando ${product} voltar ao estoque da sua região.`,
  email: 'E-mail',
  hint: 'Usamos o endereço só para este aviso e o apagamos depois.',
  submit: 'Avise-me',
  doneMessage: 'Combinado! Avisaremos por e-mail assim que o produto chegar.',
  back: 'Voltar ao produto',
}
