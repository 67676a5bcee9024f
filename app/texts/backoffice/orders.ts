import { atHour } from '../dates.ts'
import { formatDay, formatMoney, formatNumber } from '../format.ts'
import { labelOrderStatus, orderStatusLabels } from '../orders.ts'
import { formatDuration } from './frame.ts'

/** As the customer reads them. */
export const backofficeOrderStatusLabels = { ...orderStatusLabels, prescription_review: 'Receita em análise' }

/** Of one that is paid at the door nobody says that it was paid. */
export function labelBackofficeStatus({
  status,
  isPaidAtDoor,
}: {
  status: keyof typeof orderStatusLabels
  isPaidAtDoor: boolean
}): string {
  return status === 'paid' ? labelOrderStatus(status, isPaidAtDoor) : backofficeOrderStatusLabels[status]
}

export const queueTexts = {
  title: 'Fila',
  updatedAt: (time: string) => `Atualizada ${atHour(time)}`,
  stopRefresh: 'Parar atualização',
  resumeRefresh: 'Voltar a atualizar',
  soundOn: 'Ligar som',
  soundOff: 'Desligar som',
  tabs: {
    open: 'Abertos',
    late: 'Atrasados',
    paid: 'Separar',
    prescription_review: 'Receita',
    preparing: 'Em separação',
    ready_for_pickup: 'Prontos para retirar',
    out_for_delivery: 'Na rua',
    later: 'Outro dia',
  },
  /** Of the heading: whose orders are shown. */
  ofBranch: (name: string) => `loja ${name}`,
  ofAllBranches: 'todas as lojas',
  sections: {
    late: 'Atrasados',
    today: 'Para hoje',
    later: 'Para outro dia',
    ready: 'Prontos, esperam quem retira',
  },
  /** @param shownCount how many of them the page has */
  sectionCount: (count: number, shownCount: number) =>
    `${count === 1 ? '1 pedido' : `${formatNumber(count)} pedidos`}${shownCount < count ? `, ${shownCount} nesta página` : ''}`,
  postponed: 'remarcado',
  tickColumn: 'Marcar',
  tickOrder: (id: number) => `Marcar pedido ${id}`,
  tickAll: 'Marcar todos',
  tickAllSuffix: ' desta página',
  tickSome: 'Marcar vários',
  stopTicking: 'Deixar de marcar',
  tickingHint: 'Enquanto você marca, esta página só se atualiza a cada 5 minutos.',
  withTicked: 'Com os marcados',
  pickInSeries: 'Separar em sequência',
  printLists: 'Listas',
  printLabels: 'Etiquetas',
  dispatchTogether: 'Saem juntos',
  dispatchedTitle: (count: number) =>
    count === 1 ? '1 pedido saiu para entrega' : `${count} pedidos saíram para entrega`,
  dispatchedOrders: (ids: number[]) => `${ids.length === 1 ? 'Pedido' : 'Pedidos'} ${ids.join(', ')}.`,
  refusedTitle: (count: number) => (count === 1 ? '1 pedido não saiu' : `${count} pedidos não saíram`),
  /** What the page has of all. */
  range: (first: number, last: number, count: number) =>
    `${formatNumber(first)} a ${formatNumber(last)} de ${formatNumber(count)}. Cada pedido está em alguma página.`,
  pageGoneTitle: 'Esta página da fila não existe mais',
  pageGoneHint: (pageCount: number) =>
    pageCount === 1 ? 'Os pedidos que há cabem em uma página.' : `Os pedidos que há cabem em ${pageCount} páginas.`,
  lastPage: 'Ir para a última página',
  endedSession: (time: string) => `Sua sessão terminou ${atHour(time)}. A fila segue contando e avisando.`,
  endedSessionHint: 'Só para ler, sem nomes: entre de novo para atender.',
  signInAgain: 'Entrar de novo',
  openCount: (count: number) => (count === 1 ? '1 pedido aberto' : `${formatNumber(count)} pedidos abertos`),
  watchColumns: ['Pedido', 'Prometido', 'Loja', 'Itens', 'Situação'],
  moreAfterSignIn: (count: number) => `E mais ${formatNumber(count)}: entre de novo para ver todos.`,
  tabsLabel: 'Situação',
  showBranch: 'Ver loja',
  caption: 'Pedidos abertos, pelo prazo prometido',
  ordersFor: (term: string) => `Pedidos encontrados para “${term}”`,
  columns: ['Pedido', 'Prometido', 'Loja', 'Cliente', 'Itens', 'Situação', 'Próximo passo'],
  minutesAgo: (minutes: number) => `há ${formatDuration(minutes)}`,
  minutesLeft: (minutes: number) => (minutes === 1 ? 'falta 1\u00a0min' : `faltam ${formatDuration(minutes)}`),
  minutesLate: (minutes: number) => `atrasado ${formatDuration(minutes)}`,
  afterPayment: 'após o pagamento',
  waitingUntil: (time: string) => `espera o cliente até ${time}`,
  itemCount: (unitCount: number) => (unitCount === 1 ? '1 item' : `${formatNumber(unitCount)} itens`),
  startPicking: 'Separar',
  continuePicking: 'Continuar',
  review: 'Analisar',
  openOrder: 'Abrir',
  orderSuffix: (id: number) => ` pedido ${id}`,
  emptyTitle: 'Nenhum pedido aqui',
  emptyHint: 'O próximo aparece aqui sozinho.',
  nothingFound:
    'Nenhum pedido encontrado. Busque pelo número, pelo começo do nome, pelo telefone com DDD ou pelo e-mail.',
  cancellationRequestsTitle: 'Esperam sua resposta',
  cancellationRequest: (amount: string, name: string) => `${amount}. ${name} pede o cancelamento:`,
  cancelAndRefund: 'Cancelar e reembolsar',
  orderKeptMessage: (id: number) => `Pedido ${id} segue como estava.`,
  keepOrder: 'Manter pedido',
  endedTitle: 'Os últimos 10 encerrados. Os outros, pela busca.',
  endedColumns: ['Pedido', 'Situação', 'Cliente', 'Total'],
  order: (id: number) => `Pedido ${id}`,
}

const courierFields = {
  courierOrder: ['Quem leva'],
  courierName: ['Quem entrega'],
  courierPhone: ['Telefone de quem entrega'],
  courierUrl: ['Link para acompanhar'],
} as const

export const backofficeOrderTexts = {
  title: (id: number) => `Pedido ${id}`,
  promisedUntil: (time: string) => `Até ${time}`,
  deliverUntil: (time: string) => `Entregar até ${time}`,
  readyUntil: (time: string) => `Separar até ${time}`,
  pickupAt: (store: string) => `Retirada na loja ${store}`,
  printedBy: (name: string, time: string) => `Impresso por ${name} ${atHour(time)}.`,
  pickedBy: 'Separado por ____________________ às _______',
  quantitySum: (productCount: number, unitCount: number) =>
    `${productCount === 1 ? '1 produto' : `${productCount} produtos`}, ${unitCount === 1 ? '1 unidade' : `${unitCount} unidades`}`,
  /** What goes with a delivery (RDC 44/2009, art. 58, § 2). */
  askPharmacist: (name: string, crf: string, phone: string) =>
    `Farmacêutico responsável: ${name}, ${crf}. Em caso de dúvida, peça orientação ao farmacêutico: ${phone}.`,
  sealedNotice: 'Contém medicamento. Entregar lacrado, a maior de 18 anos.',
  retainPrescription: 'Reter a receita',
  backToOrder: 'Voltar ao pedido',
  pickList: 'Lista',
  pickListSuffix: ' de separação',
  label: 'Etiqueta',
  actions: 'Conferir e seguir',
  checkTitle: (checkedCount: number, totalCount: number) => `Conferir itens: ${checkedCount} de ${totalCount}`,
  scanFields: { barcode: ['Código de barras'] } as const,
  check: 'Conferir',
  scannedCode: (code: string) => `Lido: ${code}`,
  checkedMessage: (product: string, pickedCount: number, quantity: number) =>
    `${product}: ${pickedCount} de ${quantity} conferidos.`,
  /** Begins with a space, as the end of a message; empty where the code told neither. */
  scannedBox: ({ lot, expiresOn, isExpired }: { lot: string | null; expiresOn: string | null; isExpired: boolean }) =>
    [
      lot && `Lote ${lot}.`,
      expiresOn && `${isExpired ? 'Atenção: a caixa venceu em' : 'Validade'} ${formatDay(expiresOn)}.`,
    ]
      .filter(Boolean)
      .map((sentence) => ` ${sentence}`)
      .join(''),
  linesCaption: 'Itens do pedido, os que faltam primeiro',
  columns: ['Produto', 'Qtd.', 'Valor', 'Conferência'],
  lotOf: (product: string) => `Lote de ${product}`,
  lotHint:
    'Da caixa, para o SNGPC: o leitor o preenche pelo quadrado (DataMatrix), confira. De dois lotes: “AB12 x1, CD34 x2”.',
  lotLabel: (text: string) => `lote ${text}`,
  noBarcode: 'sem código',
  checkManually: 'Conferir à mão',
  partlyChecked: (pickedCount: number, quantity: number) => `${pickedCount} de ${quantity} conferidos`,
  removedLine: 'Tirado do pedido',
  uncheckedLine: 'Falta conferir',
  missingLine: 'Em falta',
  checkedAt: (time: string) => `Conferido ${atHour(time)}`,
  products: 'Produtos',
  discount: 'Descontos',
  delivery: 'Entrega',
  pickup: 'Retirada',
  free: 'Grátis',
  total: 'Total',
  balances: 'Benefício e carteira',
  steps: {
    preparing: 'Começar a separar',
    out_for_delivery: 'Saiu para entrega',
    ready_for_pickup: 'Separado: avisar o cliente',
    delivered: 'Confirmar entrega',
  },
  courierFields,
  stepFields: {
    ...courierFields,
    receivedBy: ['Quem recebeu'],
    shelfMark: ['Prateleira', 'Onde o pedido espera, como R-04.'],
  } as const,
  courier: (name: string) => `Com ${name}`,
  /** Of a list: who brought orders lately. */
  courierChoice: ({ name, phone, orderCount }: { name: string; phone: string; orderCount: number }) =>
    [name, phone, orderCount > 0 && `leva ${orderCount} agora`].filter(Boolean).join(', '),
  noCourier: 'Ninguém em especial',
  otherCourier: 'Outra pessoa',
  nextOrder: (id: number) => `Próximo pedido: ${id}`,
  /** @param position of the order in the series */
  seriesPlace: (position: number, count: number) => `${position} de ${count} desta sequência`,
  skipInSeries: 'Pular para o próximo',
  endSeries: 'Terminar a sequência',
  pickedInSeries: (id: number) => `Pedido ${id} conferido.`,
  thisIsNext: 'Este é o próximo.',
  seriesOver: 'A sequência terminou: diga quem leva.',
  checkWholeLine: (units: number) => (units === 1 ? 'Conferir a que falta' : `Conferir as ${units} que faltam`),
  backToQueue: 'Voltar à fila',
  printedLists: (count: number) => (count === 1 ? '1 lista de separação' : `${count} listas de separação`),
  printedLabels: (count: number) => (count === 1 ? '1 etiqueta' : `${count} etiquetas`),
  printHint: 'Uma página para cada pedido.',
  notPrinted: (ids: number[]) => `Não encontramos: ${ids.join(', ')}.`,
  noneToPrint: 'Nenhum pedido para imprimir. Marque na fila.',
  receivedByName: (name: string) => `Recebido por ${name}`,
  fiscalTitle: 'Nota fiscal',
  taxNumber: (name: string) => `${name} na nota:`,
  fiscalFields: { fiscalKey: ['Chave de acesso (44 caracteres)'] } as const,
  savedFiscalKey: (key: string) => `Salva agora: ${key}`,
  save: 'Salvar',
  savedMessage: 'Salvo.',
  postponeDelivery: 'Remarcar',
  promiseFields: {
    promise: ['Novo horário prometido', 'O cliente vê o novo horário na página do pedido.'],
  } as const,
  problems: 'Problemas',
  missingUnitsHint: (unitCount: number) =>
    unitCount === 1
      ? 'Confira o item que falta, ou tire-o do pedido.'
      : `Confira os ${unitCount} itens que faltam, ou tire-os do pedido.`,
  reviewHint: 'Espera a decisão da receita.',
  unpaidHint: 'Espera o pagamento. Segue sozinho quando ele chegar.',
  statusMessage: (status: string) => `Agora: ${status.toLowerCase()}.`,
  exceptionsTitle: 'Exceções',
  removeTitle: 'Tirar um item em falta',
  shortItemFields: { item: ['Item'], units: ['Unidades'] } as const,
  removalFields: {
    clearsStock: ['Zerar o estoque desta loja', 'Assim ninguém mais compra o que não há na prateleira.'],
  } as const,
  /** What is sold of it besides the order. */
  shelfStock: (units: number) => `(à venda: ${formatNumber(units)})`,
  removeAndRefund: 'Tirar e reembolsar',
  removedItems: 'Itens em falta',
  otherRefunds: 'Outras devoluções',
  net: 'Fica',
  removedMessage: (cents: number) => `Item retirado. Voltam ${formatMoney(cents)} ao cliente.`,
  cancelTitle: 'Cancelar e reembolsar',
  refundTitle: 'Reembolsar',
  requestCancellationTitle: 'Pedir cancelamento',
  endFields: { reason: ['Motivo'] } as const,
  cancel: 'Cancelar pedido',
  refund: 'Reembolsar',
  requestCancellation: 'Pedir cancelamento',
  cancelHint: 'O cliente recebe um e-mail, e o dinheiro de volta pelo mesmo meio.',
  requestCancellationHint: 'A farmacêutica ou a gerente responde.',
  requestedBy: (name: string, time: string) => `${name} pediu o cancelamento ${atHour(time)}:`,
  endedMessage: (id: number, refundCents: number) =>
    `Pedido ${id} encerrado.${refundCents > 0 ? ` Voltam ${formatMoney(refundCents)} ao cliente.` : ''}`,
  manualRefundMessage: (id: number, cents: number) =>
    `Pedido ${id} encerrado. Devolva ${formatMoney(cents)} na página do meio de pagamento: ele não tem devolução automática.`,
  endedBecause: (name: string, reason: string) => `Encerrado por ${name}: “${reason}”`,
  cancellationRequestedMessage: 'Pedido de cancelamento enviado.',
  keepOrder: 'Manter pedido',
  deliveryTitle: 'Entrega',
  /** In place of name and street, which are gone with the account. */
  accountErased: 'Conta excluída',
  whatsapp: 'WhatsApp',
  note: 'Recado',
  payments: 'Pagamentos',
  paymentStates: { captured: 'Recebido', refund_due: 'A devolver', refunded: 'Devolvido' },
  laboratory: 'Desconto do laboratório',
  /** @param discountBasisPoints in hundredths of a percent */
  authorisedDiscount: (unitCount: number, discountBasisPoints: number) =>
    `${unitCount} un., ${String(discountBasisPoints / 100).replace('.', ',')}%`,
  authorisationStates: new Map([
    ['requested', 'Pedido ao programa'],
    ['authorised', 'Autorizado'],
    ['confirmed', 'Confirmado na entrega'],
    ['cancelled', 'Devolvido ao programa'],
    ['lost', 'Encerrado pelo programa: o cliente pagou o combinado'],
  ]),
  matchedByAmount: 'devolução casada pelo valor: confira no meio de pagamento',
  disputeStatus: (status: string) => `contestação: ${status}`,
  settledAs: (amount: string, means: string, receipt: string | null) =>
    `${amount} devolvidos ${means}${receipt ? `, comprovante ${receipt}` : ''}`,
  unclearTitle: 'Pagamento não entendido',
  unclearHint: (time: string) =>
    `Desde ${time} a resposta do meio de pagamento não dá para entender: o dinheiro pode ter chegado. O pedido espera, com os produtos reservados, e segue sozinho assim que a resposta for clara. Confira no meio de pagamento; se nada chegou, o pedido pode ser cancelado.`,
  refundNotMadeTitle: (amount: string) => `Falta devolver ${amount} ao cliente`,
  refusedOnce: (reason: string) =>
    `O meio de pagamento recusou a devolução${reason ? `: “${reason}”` : ''}. Pedimos mais uma vez em 1 hora.`,
  refusedForGood: (reason: string) =>
    `O meio de pagamento recusou a devolução${reason ? `: “${reason}”` : ''}. Não pedimos mais: combine outro modo com o cliente e registre aqui.`,
  settlementTitle: 'Devolvido de outro modo',
  settlementFields: {
    means: ['Como foi devolvido'],
    day: ['Quando'],
    receipt: ['Número do comprovante'],
  } as const,
  settlementHint: 'O cliente recebe um e-mail com o valor, o modo e o dia. Fica registrado quem devolveu.',
  settle: 'Registrar devolução',
  settledMessage: (cents: number) => `Devolução de ${formatMoney(cents)} registrada.`,
  pastRefundWindowHint:
    'O prazo do banco para devolver por este meio já passou: devolva de outro modo e registre aqui. O cliente recebe um e-mail que diz isso.',
  returnedInTransitHint: 'O banco devolveu este pagamento por conta própria, e o pedido já saiu da loja.',
  history: 'Histórico',
  auditTitle: 'Quem fez o quê',
  counselled: 'com orientação sobre o uso',
  resentMessage: 'E-mail reenviado.',
  pickingTitle: (id: number) => `Lista de separação do pedido ${id}`,
  labelTitle: (id: number) => `Etiqueta do pedido ${id}`,
  checkedColumn: 'Conferido',
}

/** The page at which staff hand over orders for pickup. */
export const pickupTexts = {
  title: 'Retirada na loja',
  waitingCount: (count: number) =>
    count === 1 ? '1 pedido separado, aguardando' : `${count} pedidos separados, aguardando`,
  arrivedTitle: 'Chegou alguém',
  findOrder: 'Encontrar',
  noOrders: 'Nenhum pedido espera para ser retirado.',
  columns: ['Pedido', 'Prateleira', 'Cliente', 'Separado', 'Guardar'],
  readySince: (time: string) => `desde ${time}`,
  keptUntil: (time: string) => `até ${time}`,
  order: (id: number) => `Pedido ${id}`,
  noShelfLabel: 'sem marca',
  handOver: 'Entregar',
  noCode: 'Não tem o código',
  fields: {
    pickupCode: ['Código que o cliente diz'],
    documentName: [
      'Nome no documento',
      'Peça um documento com foto. Fica registrado quem viu; o número não é guardado.',
    ],
    paper: ['Vi a receita original, e confere'],
    counselled: ['Orientei sobre o uso do medicamento'],
  } as const,
  handedOverMessage: 'Pedido entregue.',
}

/** For whoever hands the order over. */
export const sharedSubstanceHint = (substance: string) =>
  `Têm em comum: ${substance}. O cliente viu o aviso na sacola. Confirme com ele, e oriente.`
