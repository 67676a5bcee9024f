/** Titles and descriptions of pages, notices and errors. */
export const formatPageTitle = (title: string, shopName: string) => `${title} | ${shopName}`

/** Of a page that shows a refused form again. */
export const formatErrorTitle = (title: string) => `Erro: ${title}`

export const noticeTexts = {
  /** Specification, section 2; `estimate` as `formatDeliveryEstimate` writes it. */
  freeDelivery: (estimate: string) => `Entrega grátis em até ${estimate}!*`,
  /** Where delivery has a fee. */
  deliveryWithFee: (estimate: string, fee: string, freeDeliveryFrom: string | null) =>
    `Entrega em até ${estimate} por ${fee}${freeDeliveryFrom ? `, grátis a partir de ${freeDeliveryFrom}` : ''}.*`,
  closedNotice: 'Estamos fechados agora. Faça seu pedido e receba pela manhã.',
  /** `dayAndTime`: amanhã a partir das 14h. */
  closedUntil: (dayAndTime: string) => `Estamos fechados agora. Faça seu pedido e receba ${dayAndTime}.`,
  closedForGood: 'Estamos fechados agora.',
  uncoveredNotice: 'Ops, ainda não chegamos na sua região.',
}

/** Minutes that are promised while no postal code is known (specification, section 9). */
export const defaultDeliveryEstimateMinutes = 240

/** Whole hours, rounded down, from 59 minutes on; else minutes. Never "0 horas". */
export function formatDeliveryEstimate(minutes: number): string {
  if (minutes < 59) return minutes === 1 ? '1 minuto' : `${minutes} minutos`
  const hours = Math.max(1, Math.floor(minutes / 60))
  return hours === 1 ? '1 hora' : `${hours} horas`
}

export const errorTexts = {
  heading: 'Ocorreu um erro inesperado...',
  fatalTitle: 'Erro inesperado!',
  /** For a failed call made by scripts, without a message of its own (specification, section 8). */
  fallbackMessage: 'Erro inesperado! Por favor, recarregue a página e tente novamente.',
  /** For a form that a proxy before the shop answered. */
  shopAway: 'A loja não respondeu agora. O que você digitou continua aqui: espere um instante e envie de novo.',
  text: 'Por favor, volte para a página inicial para continuar.',
  /** Links on the page of a URL whose page is gone. */
  alternatives: 'Veja no lugar:',
  home: 'Voltar para a página inicial',
  breadcrumbHome: 'Início',
  requestId: 'Código para o atendimento: ',
}

/** What the log says of a URL (specification, section 8). */
export const urlErrorMessages = {
  pageNotFound: (path: string) => `Page not found: ${path}`,
  /** For a URL that matched a route, which refused it; told apart by the capital letters (specification, section 8). */
  urlInvalid: (path: string) => `Page Not Found: ${path}`,
}
