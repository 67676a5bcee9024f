export const deliveryTexts = {
  uncovered: (zipcode: string) => `Ainda não entregamos no CEP ${zipcode}`,
  unknownZipcode: 'Informe seu CEP para ver o prazo de entrega',
  zipcode: (zipcode: string) => `CEP ${zipcode}`,
  enterZipcode: 'Informar CEP',
  changeZipcode: 'Trocar CEP',
  afterPrescriptionHint: 'O prazo conta depois que o farmacêutico aprova a receita.',
}

/** The postal code page. */
export const zipcodeTexts = {
  title: 'Onde você quer receber?',
  intro: 'Preços e estoque dependem da loja que atende a sua região.',
  pendingProductHint: 'Informe seu CEP para adicionar o produto à sacola.',
  label: 'CEP',
  hint: 'São 8 números, com ou sem traço.',
  placeholder: '00000-000',
  confirm: 'Confirmar CEP',
  lookupLink: 'Não sei meu CEP',
  lookupUrl: 'https://buscacepinter.correios.com.br/app/endereco/index.php',
}

/** What comparison sites show beside the two fees of a shop whose fee depends on the postal code. */
export const feedTexts = {
  lowestFee: 'Entrega, CEP mais barato',
  highestFee: 'Entrega, CEP mais caro',
}
