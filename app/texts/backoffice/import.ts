import { formatDay, formatNumber } from '../format.ts'
import { productTexts } from '../product.ts'

/** What a till's file may tell, as the page asks for it. */
export const tillColumnNames: Record<string, string> = {
  ean: 'o código de barras (EAN)',
  description: 'a descrição',
  price: 'o preço',
  stock: 'o estoque',
  brand: 'a marca',
  sku: 'o código do caixa',
  branch: 'a loja',
}

/** The catalogue of a till's file and the CMED's list. */
export const assemblyTexts = {
  link: 'Caixa + lista da CMED',
  title: 'Caixa e lista da CMED',
  intro:
    'Com o arquivo do caixa e a lista de preços da CMED a loja monta o catálogo. Todo mês de novo: preço e estoque seguem o caixa, e o que você completou continua seu. Primeiro uma prova, que não muda nada.',
  fields: {
    till: [
      'Arquivo do caixa',
      'CSV, TXT ou Excel (XLSX): código de barras, descrição, preço e estoque. Os dois arquivos juntos, até 10 MB.',
    ],
    list: ['Lista da CMED', 'A de “preço máximo ao consumidor”, como a Anvisa publica.'],
    branch: ['É o estoque da loja'],
  } as const,
  branchByColumn: 'A coluna do arquivo diz',
  trial: 'Provar',
  again: 'Provar de novo',
  trialTitle: (rowCount: number) => `A prova: ${formatNumber(rowCount)} linhas, cada uma em uma lista`,
  nothingChanged: 'Nada foi mudado ainda.',
  lists: { ready: 'Prontos', byRule: 'Por regra', toComplete: 'A completar', refused: 'Recusados' },
  listHints: {
    ready: 'a CMED sabe tudo deles, ou já são da loja',
    byRule: 'pela tabela de palavras',
    toComplete: 'esperam, fora da loja',
    refused: 'linha e motivo abaixo',
  },
  pendingWorth: (amount: string) => `${amount} em estoque`,
  namesTitle: 'Como os nomes ficam',
  namesColumns: ['No caixa', 'Na loja', 'Lista'],
  notesTitle: (count: number) => `Recusados, e o que entra diferente: ${formatNumber(count)}`,
  notesColumns: ['Onde', 'Por quê'],
  firstNotes: (count: number, totalCount: number) =>
    `As primeiras ${formatNumber(count)} de ${formatNumber(totalCount)}; o arquivo para baixar tem todas.`,
  downloadNotes: 'Baixar todos com o motivo',
  notesFileName: 'caixa-recusas',
  columnsTitle: 'O que é cada coluna',
  columnsMissing: 'Não deu para saber onde estão código de barras, descrição e preço. Diga qual coluna é qual.',
  columnLabels: {
    ean: ['Código de barras (EAN)'],
    description: ['Descrição'],
    price: ['Preço'],
    stock: ['Estoque'],
    brand: ['Marca'],
    sku: ['Código do caixa'],
    branch: ['Loja'],
  } as const,
  noColumn: 'Não há',
  columnOption: (name: string, sample: string) => (sample ? `${name} (${sample})` : name),
  keptList: (day: string) => `A loja tem a lista de ${formatDay(day)}, mais nova: os tetos de preço ficam os dela.`,
  listDate: (day: string | null) => (day === null ? 'Lista da CMED sem data.' : `Lista da CMED de ${formatDay(day)}.`),
  counts: (added: number, changed: number) =>
    `${formatNumber(added)} produtos novos, ${formatNumber(changed)} preços ou estoques que mudam.`,
  publish: 'Publicar',
  other: 'Enviar outros arquivos',
  publishedMessage: (added: number, changed: number, toComplete: number) =>
    `Publicado: ${formatNumber(added)} produtos novos, ${formatNumber(changed)} preços ou estoques mudados. A completar: ${formatNumber(toComplete)}.`,
}

export const importTexts = {
  link: 'Importar arquivo',
  title: 'Importar arquivo',
  intro: 'Primeiro um teste: mostra o que o arquivo mudaria, sem mudar nada. Depois você publica, ou não.',
  fields: {
    kind: ['O que o arquivo traz'],
    isWholeCatalogue: ['É o catálogo inteiro: retirar da loja o que o arquivo não traz'],
    file: ['Arquivo', 'CSV ou Excel (XLSX), até 10 MB. A primeira linha tem os nomes das colunas.'],
  } as const,
  kindDescriptions: {
    catalogue: 'Catálogo: produtos, uma linha para cada',
    offers: 'Preços e estoque por loja',
    promotions: 'Promoções por quantidade: as que a loja ainda não tem',
  },
  kindNames: { catalogue: 'Catálogo', offers: 'Preços e estoque', promotions: 'Promoções por quantidade' },
  ceilingsTitle: 'Lista de preços da CMED',
  ceilingsHint: 'O preço máximo de cada medicamento, e a alíquota do seu estado:',
  ceilingsLink: 'Tetos de preço',
  columnsTitle: 'Colunas de cada arquivo',
  formatColumns: (requiredColumns: string[], alternativeGroups: string[][], optionalColumns: string[]) =>
    [
      requiredColumns.join(', '),
      ...alternativeGroups.map((group) => `pelo menos um de ${group.join(', ')}`),
      ...(optionalColumns.length > 0 ? [`se quiser, ${optionalColumns.join(', ')}`] : []),
    ].join('; '),
  previewFile: 'Testar arquivo',
  previewTitle: (kind: string) => `Teste: ${kind.toLowerCase()}`,
  previewCountsTitle: 'O que vai mudar',
  previewCounts: {
    read: 'Linhas lidas',
    added: 'Novos',
    changed: 'Mudam',
    returned: 'Voltam à venda',
    withdrawn: 'Saem da loja',
  },
  noChanges: 'A loja já está como o arquivo: nada mudaria.',
  changesTitle: 'Um por um, até 100 de cada tipo; os outros estão no arquivo',
  changesColumns: ['Produto', 'O quê', 'Antes e depois'],
  changesCsvHeader: ['tipo', 'sku', 'produto', 'loja', 'coluna', 'antes', 'depois'],
  changesFileName: 'mudancas',
  downloadChanges: 'Baixar mudanças (CSV)',
  changeKinds: { added: 'Novo', changed: 'Muda', returned: 'Volta à venda', withdrawn: 'Sai da loja' },
  changedColumns: {
    price_cents: 'Preço',
    stock: 'Estoque',
    name: 'Nome',
    slug: 'Endereço',
    brand: 'Marca',
    manufacturer: 'Fabricante',
    active_ingredient: 'Princípio ativo',
    presentation: 'Apresentação',
    description: 'Descrição',
    category: 'Categoria',
    discount_type: 'Tipo de desconto',
    discount_value: 'Desconto',
    ceiling_price_cents: 'Teto da CMED',
    prescription_class: 'Classe da receita',
    ean: 'Código de barras',
    leaflet_url: 'Bula',
    max_units: 'Máximo por pessoa',
    safety_stock: 'Estoque de segurança',
    anvisa_registration: 'Registro na Anvisa',
    is_promo_allowed: 'Pode ter promoção',
    is_image_shown: 'Mostra a foto',
    is_sellable_online: 'Vendido no site',
    ...Object.fromEntries(Object.entries(productTexts.detailLabels).map(([key, { name }]) => [key, name])),
  } as Record<string, string>,
  notesTitle: 'Confira antes de publicar',
  firstNotes: (count: number) =>
    `São as primeiras ${formatNumber(count)}. As próximas aparecem quando estas estão corrigidas e o arquivo é testado de novo.`,
  firstChanges: (count: number) => `São as primeiras ${formatNumber(count)} de cada tipo; as outras também são feitas.`,
  noValue: 'vazio',
  refusedCountLabel: 'Recusadas',
  refusedTitle: (count: number) =>
    count === 1
      ? 'Uma recusa: nada do arquivo é publicado'
      : `${formatNumber(count)} recusas: nada do arquivo é publicado`,
  leftOutTitle: (count: number) =>
    count === 1
      ? 'Uma linha fica de fora; as outras entram'
      : `${formatNumber(count)} linhas ficam de fora; as outras entram`,
  leftOutHint: 'Baixe-as com o motivo, corrija e envie só elas depois.',
  refusedHint: 'Corrija as linhas e teste de novo.',
  refusedColumns: ['Onde', 'Coluna', 'Por quê'],
  lineLabel: (lineNumber: number) => `Linha ${lineNumber}`,
  noteLabel: (lineNumber: number, column = '') =>
    lineNumber === 0 ? 'O arquivo' : `Linha ${lineNumber}${column && `, ${column}`}`,
  refusedLimitHint: (count: number, totalCount: number) =>
    `As primeiras ${formatNumber(count)} de ${formatNumber(totalCount)}; as outras estão no arquivo para baixar.`,
  downloadRefused: 'Baixar recusas (CSV)',
  refusedFileName: 'recusas',
  withdrawTitle: (withdrawnCount: number, listedCount: number) =>
    `${formatNumber(withdrawnCount)} dos ${formatNumber(listedCount)} produtos à venda sairiam da loja`,
  withdrawHint: 'É mais de um décimo: talvez o arquivo tenha sido cortado. Preço e estoque deles ficam guardados.',
  withdrawLabel: (withdrawnCount: number) =>
    withdrawnCount === 1 ? 'Sim, retirar 1 produto' : `Sim, retirar ${formatNumber(withdrawnCount)} produtos`,
  publish: 'Publicar',
  uploadOther: 'Enviar outro arquivo',
  fileKeptHint: 'O arquivo testado espera aqui por uma hora, e é ele que será publicado.',
  publishedMessage: (addedCount: number, changedCount: number, withdrawnCount: number) =>
    `Publicado: ${formatNumber(addedCount)} novos, ${formatNumber(changedCount)} mudados, ${formatNumber(withdrawnCount)} retirados.`,
}
