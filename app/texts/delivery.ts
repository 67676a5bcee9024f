/** The postal code page. */
export const zipcodeTexts = {
  title: 'Onde você quer receber?',
  intro: 'Preços e estoque dependem da loja que atende a sua região.',
  pending: 'Informe seu CEP para adicionar o produto à sacola.',
  label: 'CEP',
  hint: 'Só números, com ou sem traço.',
  placeholder: '00000-000',
  confirm: 'Confirmar CEP',
  confirmed: (zipcode: string, estimate: string) => `Entregamos no CEP ${zipcode} em até ${estimate}.`,
  /** While the branch is closed, delivery starts when it opens. */
  confirmedClosed: (zipcode: string, opensAt: string) => `Entregamos no CEP ${zipcode} a partir das ${opensAt}.`,
  lookup: 'Não sei meu CEP',
  lookupUrl: 'https://buscacepinter.correios.com.br/app/endereco/index.php',
}
