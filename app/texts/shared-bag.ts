/** A bag as a link: who sends it, and who opens it. */
export const bagSharingTexts = {
  title: 'Compartilhar sacola',
  intro: (unitCount: number) =>
    `O link leva ${unitCount === 1 ? 'o produto' : 'os produtos'} e as quantidades da sua sacola. Preços, receita, cupom e seus dados ficam com você.`,
  label: 'Link da sacola',
  validUntil: (day: string) => `Vale até ${day}.`,
  message: (shopName: string, url: string) => `Uma sacola da ${shopName} para você: ${url}`,
  whatsapp: 'Enviar pelo WhatsApp',
  share: 'Compartilhar',
  copy: 'Copiar link',
  copied: 'Link copiado.',
  copyFailed: 'Seu navegador não deixou copiar. O link já está selecionado: copie-o pelo menu do aparelho.',
  back: 'Voltar para a sacola',
}

/** The link of a product, and of the products of an order. */
export const productSharingTexts = {
  title: 'Compartilhar produto',
  label: 'Link do produto',
  message: (name: string, url: string) => `${name}: ${url}`,
  back: 'Voltar para o produto',
}

export const orderSharingTexts = {
  title: 'Compartilhar pedido',
  intro: (id: number) =>
    `O link leva os produtos e as quantidades do pedido ${id}, para quem quiser comprar o mesmo. Preços, endereço, receita e seus dados ficam com você.`,
  link: 'Compartilhar os produtos',
  back: 'Voltar para o pedido',
}

export const sharedBagTexts = {
  title: 'Uma sacola para você',
  intro: (day: string) => `O link vale até ${day}. Preços e estoque são os da loja que atende o seu CEP, agora.`,
  description: (lineCount: number) =>
    `${lineCount === 1 ? '1 produto escolhido' : `${lineCount} produtos escolhidos`} para você. Veja preços e estoque para o seu CEP.`,
  products: 'Produtos',
  unavailableTitle: 'O que não dá para levar agora',
  withdrawn: 'Um produto que saiu da nossa loja',
  unavailable: (name: string) => `${name}: sem estoque na sua região.`,
  paused: (name: string) => `${name}: não está à venda no site no momento.`,
  notSoldOnline: (name: string) => `${name}: vendido somente na loja física, com receita.`,
  withdrawnProduct: (name: string) => `${name}: saiu da nossa loja.`,
  reduced: (name: string, quantity: number) =>
    `${name}: há ${quantity} ${quantity === 1 ? 'unidade' : 'unidades'} em estoque na sua região.`,
  prescription: 'Há um produto que pede receita',
  prescriptionHint: 'Você envia a sua antes de pagar. Ninguém recebe a receita de outra pessoa por link.',
  total: 'Total agora',
  summary: 'Total',
  useBag: 'Usar esta sacola',
  unitsKept: (unitCount: number) =>
    unitCount === 1
      ? 'O item que já está na sua sacola continua lá.'
      : `Os ${unitCount} itens que já estão na sua sacola continuam lá.`,
  privacyHint: 'Quem mandou não vê o que você compra. O link leva só produtos e quantidades.',
  inBagMessage: 'Os produtos estão na sua sacola.',
  zipcodeHint: 'Informe seu CEP para ver preços e estoque da sua região. Depois, use a sacola.',
  seeProducts: 'Ver medicamentos',
}
