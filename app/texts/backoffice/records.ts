import { formatMoney, formatNumber } from '../format.ts'

/** Products one at a time, and the table of words. */
export const recordTexts = {
  newTitle: 'Novo produto',
  newIntro: 'Entra em todas as lojas com este preço e sem estoque.',
  newLink: 'Novo produto',
  editTitle: (name: string) => `Editar ${name}`,
  editLink: 'Editar cadastro',
  save: 'Salvar produto',
  savedMessage: 'Cadastro salvo.',
  addedMessage: 'Produto criado: conte o estoque de cada loja.',
  fields: {
    name: ['Nome', 'Como a loja mostra: Dipirona 500mg 10 Comprimidos Medley Genérico.'],
    brand: ['Marca'],
    manufacturer: ['Fabricante', 'Vazio: a marca.'],
    kind: ['O que é'],
    prescription_class: ['Receita'],
    category: ['Categoria', 'Duas partes com > entre elas: Medicamentos > Antibióticos. Uma nova é criada.'],
    active_ingredient: ['Princípio ativo'],
    presentation: ['Apresentação', 'Como 500 mg, 10 comprimidos.'],
    ean: ['Código de barras (EAN)'],
    anvisa_registro: ['Registro na Anvisa', 'Só os algarismos.'],
    max_units: ['Máximo por pessoa', 'Unidades em 30 dias. Vazio: sem limite.'],
    description: ['Descrição', 'Vazia: a loja compõe uma dos dados acima.'],
  } as const,
  newFields: {
    sku: ['Código da loja (SKU)', 'Vazio: o código de barras.'],
    price: ['Preço (R$)'],
  } as const,
  kinds: {
    nao_medicamento: 'Não é medicamento',
    generico: 'Medicamento genérico',
    similar: 'Medicamento similar',
    referencia: 'Medicamento de referência ou de marca',
  },
  prescriptionClasses: {
    NA: 'Não se aplica',
    MIP: 'Sem receita',
    RX: 'Com receita (tarja vermelha)',
    RX_RETENCAO_10D: 'Receita retida, vale 10 dias (antibiótico)',
    RX_RETENCAO_90D: 'Receita retida, vale 90 dias (GLP-1)',
    CONTROLADO: 'Controlado: não se vende pela internet',
  },
  choose: 'Escolha',
  kindMismatch: 'Medicamento precisa de uma das classes de receita; o que não é medicamento, de “Não se aplica”.',
  unreadablePrice: 'Escreva o preço em reais, como 12,34.',
  /** `precisa ter …` as a sentence of its own. */
  fault: (reason: string) => `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`,

  pendingTitle: 'A completar',
  pendingPlace: (place: number, count: number) =>
    `${formatNumber(place)} de ${formatNumber(count)}, por valor em estoque`,
  pendingLink: (count: number) => `A completar (${formatNumber(count)})`,
  nothingPending: 'Nada a completar: tudo o que o caixa mandou está na loja.',
  previous: 'Anterior',
  next: 'Próximo',
  saveAndNext: 'Salvar e próximo',
  leaveOut: 'Não vender pela loja',
  leftOutMessage: 'Fica fora da loja, e o próximo arquivo não pergunta de novo.',
  completedMessage: (name: string) => `${name} está na loja.`,
  tillTitle: 'No caixa',
  tillOffer: (branch: string, priceCents: number | null, stock: number) =>
    `${branch}: ${priceCents === null ? 'sem preço' : formatMoney(priceCents)}, ${formatNumber(stock)} em estoque`,
  noEan: 'sem código de barras',
  reasonTitle: 'Por que espera',
  reasons: {
    code: 'Não tem código de barras. Confira na embalagem, ou deixe vazio: a loja usa o código do caixa.',
    price: 'O caixa não tem preço para ele.',
    stripe:
      'A lista da CMED não diz a tarja. Confira na embalagem e escolha a receita; até lá não se vende pela internet.',
    medicine: 'Parece medicamento, e este código de barras não está na lista da CMED.',
    unknown: 'Este código de barras não está na lista da CMED, e nenhuma palavra da tabela deu uma categoria.',
    ambiguous: 'As palavras da tabela dão mais de uma categoria.',
    brand: 'Falta a marca.',
    row: 'Um dos dados sugeridos não cabe na loja: confira os campos.',
  },
  pendingHint: 'Até lá não aparece na loja, e não se perde: mês que vem o que você completou continua seu.',
  ruleFields: {
    ruleWords: [
      'Guardar como regra',
      'As palavras do caixa que levam a esta categoria, como tiras glic. Vazio: não guardar.',
    ],
    price: ['Preço (R$)', 'O caixa não tem.'],
  } as const,

  wordsTitle: 'Tabela de palavras',
  wordsIntro:
    'Do que não está na lista da CMED, estas palavras dizem o nome e a categoria. Uma regra por linha: palavras do caixa; nome na loja; categoria > subcategoria. Com “remédio” no lugar do nome, o produto espera até alguém completar.',
  wordsFields: { rules: ['Regras'] } as const,
  saveWords: 'Salvar tabela',
  wordsSavedMessage: (count: number) => `${formatNumber(count)} regras salvas: valem no próximo arquivo.`,
  wordsLink: 'Tabela de palavras',
  medicineMark: 'remédio',
}
