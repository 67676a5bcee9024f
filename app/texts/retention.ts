/** For how long; null: as long as its text says. */
export type RetentionPeriod = { hours: number } | { days: number } | { years: number }

/** Every class of personal data, and until when it is kept: the table's periods in words (LGPD, art. 9, II). */
const retentionTexts = {
  account: () => 'Cadastro, endereços, favoritos e pacientes: enquanto a conta existir.',
  orders: () =>
    'Pedidos: pelo prazo que a lei fiscal manda; sem endereço, CPF nem observação depois de a conta ser excluída.',
  prescriptions: () => 'Receitas de pedidos: enquanto a conta existir.',
  retainedPrescriptions: (period: string) =>
    `Receitas retidas: ${period}, como a lei sanitária manda, criptografadas, mesmo depois de a conta ser excluída; depois, apagadas.`,
  unusedPrescriptions: (period: string) => `Receitas enviadas e não usadas: apagadas em ${period}.`,
  quotes: (period: string) => `Receitas enviadas para orçamento e não usadas: apagadas em ${period}.`,
  problems: () => 'O que você conta de um pedido, com fotos: criptografado, enquanto a conta existir.',
  laboratoryCpf: (period: string) => `CPF para o desconto do laboratório: ${period}.`,
  coverageNotices: (period: string) =>
    `E-mail de quem pediu para saber quando chegarmos ao seu CEP: até o aviso, por no máximo ${period}.`,
  stockNotices: () => 'E-mail de quem pediu para saber de um produto: até o aviso.',
  mails: (period: string) => `E-mails que escrevemos: até serem enviados, por no máximo ${period}.`,
  sentMails: (period: string) => `Que e-mail foi enviado sobre um pedido, sem o texto: ${period}.`,
  webhookMessages: (period: string) => `Números de pedidos informados aos nossos próprios sistemas: ${period}.`,
  visits: (period: string) => `Visitas sem conta: ${period} depois da última.`,
  sessions: (period: string) => `Acesso à conta em um aparelho: ${period} depois do último uso.`,
  devices: (period: string) => `Sinal de que um aparelho é seu: ${period}.`,
  attempts: (period: string) =>
    `Tentativas de entrar na conta: contadas sem guardar e-mail nem endereço de rede legíveis, por no máximo ${period} depois da última.`,
  searches: (period: string) => `Buscas que não acharam nada, sem dizer de quem: ${period}.`,
  accessLog: () => 'Registros de acesso: 6 meses, mesmo depois de a conta ser excluída.',
} satisfies Record<string, (period: string) => string>

export type DataClass = keyof typeof retentionTexts

export function formatRetentionLines(periods: Record<DataClass, RetentionPeriod | null>): string[] {
  return (Object.keys(retentionTexts) as DataClass[]).map((name) => retentionTexts[name](formatPeriod(periods[name])))
}

function formatPeriod(period: RetentionPeriod | null): string {
  if (period === null) return ''
  if ('hours' in period) return `${period.hours} horas`
  if ('years' in period) return `${period.years} anos`
  return period.days === 1 ? '1 dia' : `${period.days} dias`
}
